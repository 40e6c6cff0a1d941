// SPDX-License-Identifier: MIT
#include "options.h"

static const char *const manual[] = {
    "quincunx - five classic real-time effects to play with\n"
    "\n"
    "USAGE\n"
    "  quincunx                            the menu\n"
    "  quincunx SCENE [OPTION...]          straight into a scene\n"
    "  quincunx SCENE FILE [OPTION...]     with a file of your own, where the scene takes one\n"
    "  quincunx shot SCENE -o FILE.png     one picture; needs no display\n"
    "  quincunx film SCENE -o FILE.mp4     a film; needs no display\n"
    "  quincunx SCENE --headless           ticks alone, without any picture\n"
    "  quincunx --replay FILE              a recorded run once more\n"
    "  quincunx scores [SCENE]             the high scores as text\n",
    "\n"
    "PLAY\n"
    "  --seed S           what chance starts from: 0 to 18446744073709551615, or 0x...; default: "
    "by chance in play, else 1\n"
    "  --size WxH         320x240 to 7680x4320; default 1280x720\n"
    "  --fullscreen       whatever the settings say\n"
    "  --windowed         likewise\n"
    "  --mute             no sound\n"
    "  --ticks N          leave after N ticks; there are 60 a second\n"
    "  --threads N        1 to 64 for the simulations; default one a processor. The outcome is the "
    "same.\n"
    "  --data DIR         where settings and scores live; default the system's own place for them\n"
    "  --verbose          say on standard error what graphics, sound and threads are used\n",
    "\n"
    "RECORD AND REPLAY\n"
    "  --record FILE      write every tick's input to FILE when the scene is left, whatever ends "
    "it\n"
    "  --replay FILE      play it again, in a window, --headless, or for shot and film; says at "
    "the end\n"
    "                     whether the state is the recorded one (exit status 1 where it is not)\n"
    "  --hash             print the state's hash as the last line: hash 0x...\n",
    "\n"
    "SCORES\n"
    "  Ten for each game, each with its replay, which the menu's page Scores plays. scores prints "
    "one a\n"
    "  line with tabs between: scene, place, score, name, ticks, seed, replay. --data DIR is where "
    "they\n"
    "  live. The replays of all finished games lie in its folder replays.\n",
    "\n"
    "WITHOUT A DISPLAY\n"
    "  --headless         run --ticks N ticks (default 600), or a whole recording\n"
    "  -o, --output FILE  where a picture or film goes; - is standard output\n"
    "  --ticks N          shot: the tick that is shown (default 300); film: the tick it starts at "
    "(default 0)\n"
    "  --seconds N        length of a film (default 10, or the whole recording)\n"
    "  --fps N            pictures a second, 1 to 240; default 30\n"
    "  --hud              with what stands on top in play\n"
    "  A game that is given no words of its own plays by itself in pictures and films.\n"
    "  Films are made by ffmpeg, which takes any format it knows by the name's ending. Without "
    "ffmpeg, or\n"
    "  where FILE ends in .png, they are numbered pictures: FILE_0001.png and so on.\n",
    "\n"
    "AND\n"
    "  --scenes           the scenes' names, one a line\n"
    "  --check-display    exit status 0 where there is a display, else 1\n"
    "  --version, -h, --help\n"
    "\n"
    "KEYS\n"
    "  Esc, or Start on a gamepad, pauses: there are the scene's controls and all settings. F11 "
    "or\n"
    "  Alt+Enter changes between window and full screen. Everything else can be chosen in the "
    "settings.\n",
    "\n"
    "EXIT STATUS\n"
    "  0 done; 1 something failed, and the message names it and what to do; 2 the command line was "
    "wrong\n",
};

static void print_scene(FILE *file, const scene *which)
{
    fprintf(file, "  %-18s %s\n", which->name, which->summary);
    const char *line = which->options_help ? which->options_help : "";
    if (which->file_help) fprintf(file, "    FILE: %s\n", which->file_help);
    while (*line) {
        int length = 0;
        while (line[length] && line[length] != '\n') length++;
        if (length > 0) fprintf(file, "    %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
}

void options_print_manual(FILE *file)
{
    const size_t parts = sizeof manual / sizeof manual[0];
    for (size_t i = 0; i + 1 < parts; i++) fputs(manual[i], file);
    fputs("\nSCENES AND THEIR OWN OPTIONS\n", file);
    for (uint32_t i = 0; i < scene_count; i++) print_scene(file, scenes[i]);
    fputs(manual[parts - 1], file);
}
