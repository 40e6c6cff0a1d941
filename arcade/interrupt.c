// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <signal.h>

// A signal handler is given nothing to write to, so this one flag is the program's.
static volatile sig_atomic_t asked;

// A second signal ends the program at once: the default action is back.
static void note(int signal_number)
{
    asked = 1;
    signal(signal_number, SIG_DFL);
}

void interrupt_watch(void)
{
    asked = 0;
    signal(SIGINT, note);
    signal(SIGTERM, note);
}

bool interrupt_asked(void)
{
    return asked != 0;
}
