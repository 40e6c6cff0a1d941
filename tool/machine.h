// SPDX-License-Identifier: MIT
#pragma once

/// Bytes of this machine's memory; 0 where it does not say.
double machine_memory(void);
