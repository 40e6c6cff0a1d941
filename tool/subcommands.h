// SPDX-License-Identifier: MIT
#pragma once

// One function a subcommand: `words` are what follows its name. Returns the exit status.

int subcommand_bolt(int count, char **words);
int subcommand_grid(int count, char **words);
int subcommand_maze(int count, char **words);
int subcommand_model(int count, char **words);
int subcommand_terrain(int count, char **words);
