// SPDX-License-Identifier: MIT
#include "shell_hands.h"
#include "report.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

void hands_set_up(void)
{
    SDL_setenv("SDL_VIDEODRIVER", "offscreen", 1);
    SDL_setenv("SDL_AUDIODRIVER", "dummy", 1);
    SDL_setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    SDL_setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1", 1); // nothing has the focus here
}

options hands_options(const scene *which, const char *data)
{
    return (options){ .scene = which,
                      .seed = 5,
                      .width = 320,
                      .height = 240,
                      .fps = 30,
                      .threads = 1,
                      .data = data,
                      .screen = SCREEN_WINDOW };
}

shell *hands_start(const options *o)
{
    int status = -1;
    shell *s = shell_create(o, &status);
    assert_non_null(s);
    assert_int_equal(status, STATUS_DONE);
    return s;
}

void hands_frames(shell *s, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) assert_true(shell_frame(s, TICK));
}

static void push(SDL_Event e)
{
    assert_int_equal(SDL_PushEvent(&e), 1);
}

void hands_key(SDL_Scancode code, bool down)
{
    push((SDL_Event){ .key = { .type = down ? SDL_KEYDOWN : SDL_KEYUP,
                               .state = down ? SDL_PRESSED : SDL_RELEASED,
                               .keysym = { .scancode = code } } });
}

void hands_tap(SDL_Scancode code)
{
    hands_key(code, true);
    hands_key(code, false);
}

void hands_mouse(float x, float y, bool down)
{
    push((SDL_Event){ .button = { .type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                  .button = SDL_BUTTON_LEFT,
                                  .state = down ? SDL_PRESSED : SDL_RELEASED,
                                  .x = (int)x,
                                  .y = (int)y } });
}

void hands_finger(float x, float y, bool down)
{
    push((SDL_Event){
        .tfinger = {
            .type = down ? SDL_FINGERDOWN : SDL_FINGERUP, .fingerId = 7, .x = x, .y = y } });
}

void hands_quit(void)
{
    push((SDL_Event){ .type = SDL_QUIT });
}

int hands_attach_gamepad(void)
{
    const int index = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0);
    assert_true(index >= 0);
    return index;
}

void hands_press_button(shell *s, SDL_Joystick *gamepad, SDL_GameControllerButton button)
{
    SDL_JoystickSetVirtualButton(gamepad, button, 1);
    hands_frames(s, 2);
    SDL_JoystickSetVirtualButton(gamepad, button, 0);
    hands_frames(s, 2);
}
