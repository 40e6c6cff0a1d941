// SPDX-License-Identifier: MIT
// The search behind plan_solve.
#pragma once

#include "plan.h"

// From the start of a game that nobody has touched. Adds the ticks it simulated to *spent and gives
// up when they reach the budget.
bool plan_search(plan *p, const mazecube *game, uint32_t budget, uint32_t *spent);
