// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/model.h>

/// "run01", "run02", …: how the games that MD2 is from name keys; three digits and more where a
/// clip has that many.
/// @param number  From 0, among the clip's keys.
/// @param room    Of `text`, 0 at the end included; longer names lose letters, never digits.
void model_name_key(const qx_model_clip *clip, uint32_t number, char *text, size_t room);

/// A name as it fits: without letters in front of the digits at its end.
void model_shorten_name(const char *name, char *text, size_t room);
