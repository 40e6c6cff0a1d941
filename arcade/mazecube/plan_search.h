// SPDX-License-Identifier: MIT
// The search behind plan_solve.
#pragma once

#include "plan.h"

// From the start of a game that nobody has touched, which stays until the search is closed. NULL
// where memory lacks.
typedef struct search search;
search *search_open(const mazecube *game);
void search_close(search *s); // NULL is fine

// Simulates until it has spent `pause` ticks in all, and a few more, or gives up when it has spent
// `budget`. True while there is more to be done. However it is paused, it comes to the same.
bool search_run(search *s, uint32_t pause, uint32_t budget);
uint32_t search_spent(const search *s);
// False where it found no way.
bool search_plan(const search *s, plan *p);
