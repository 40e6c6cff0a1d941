# SPDX-License-Identifier: MIT
# The program itself, as it is started from a terminal: exit statuses, what is said, what files appear.
# cmake -DQUINCUNX=PROGRAM -DWORK=FOLDER -P commands.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
set(ENV{SDL_AUDIODRIVER} dummy)
set(ENV{LIBGL_ALWAYS_SOFTWARE} 1)

function(fail text)
  message(SEND_ERROR "${text}")
endfunction()

# expect(STATUS TEXT WORD…) runs quincunx WORD… in WORK; TEXT, a regular expression, must be in what it says.
# Standard output is left in `out`, standard error in `err`.
function(expect status text)
  execute_process(COMMAND ${QUINCUNX} ${ARGN} WORKING_DIRECTORY "${WORK}" TIMEOUT 100
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT result STREQUAL status)
    fail("quincunx ${ARGN}\nended with ${result} instead of ${status}\n${output}${errors}")
  elseif(NOT "${output}${errors}" MATCHES "${text}")
    fail("quincunx ${ARGN}\nsaid\n${output}${errors}instead of ${text}")
  endif()
  set(out "${output}" PARENT_SCOPE)
  set(err "${errors}" PARENT_SCOPE)
endfunction()

function(expect_file path)
  if(NOT EXISTS "${WORK}/${path}")
    fail("${path} was not written")
  endif()
endfunction()

# Width and height of a PNG, as eight hexadecimal digits each.
function(expect_png path size)
  expect_file("${path}")
  file(READ "${WORK}/${path}" head OFFSET 12 LIMIT 12 HEX)
  if(NOT head STREQUAL "49484452${size}")
    fail("${path} begins with ${head} instead of a picture of ${size}")
  endif()
endfunction()

# Nothing but these may lie in the folder.
function(expect_only folder)
  file(GLOB found RELATIVE "${WORK}/${folder}" "${WORK}/${folder}/*")
  list(SORT found)
  if(NOT "${found}" STREQUAL "${ARGN}")
    fail("${folder} holds \"${found}\" instead of \"${ARGN}\"")
  endif()
endfunction()

# What tells about the program.
expect(0 "^quincunx [0-9]+\\.[0-9]+\\.[0-9]+\n$" --version)
expect(0 "EXIT STATUS" --help)
expect(0 "(^|\n)grid\n" --scenes)
string(REGEX MATCHALL "[a-z]+" scenes "${out}")
set(scene grid)

# A wrong command line is 2, names the word and helps.
expect(2 "unknown scene \"gird\"; did you mean \"grid\"" gird)
expect(2 "Scenes:.* grid" shot nothing -o x.png)
expect(2 "unknown option \"--sede\"; did you mean \"--seed\"" grid --sede=3)
expect(2 "320x240 to 7680x4320" shot grid -o x.png --size 100x100)
expect(2 "Name a file" shot grid)
expect(2 "which scene" --headless)

# Ticks alone need no video at all; every scene comes out the same every time, with any number of threads, and is
# recorded and replayed to the same hash.
set(ENV{SDL_VIDEODRIVER} nonsense)
foreach(name ${scenes})
  expect(0 "hash 0x[0-9a-f]+\n$" --headless ${name} --ticks 120 --seed 7 --hash)
  set(first "${out}")
  foreach(threads 1 2 3)
    expect(0 "hash" ${name} --headless --ticks 120 --seed 7 --hash --threads ${threads})
    if(NOT out STREQUAL first)
      fail("${name}: ${threads} threads gave ${out} instead of ${first}")
    endif()
  endforeach()
  expect(0 "hash" ${name} --headless --ticks 120 --seed 7 --hash --record ${name}.qxrp)
  if(NOT out STREQUAL first)
    fail("${name}: recorded it gave ${out} instead of ${first}")
  endif()
  string(REGEX REPLACE "hash (0x[0-9a-f]+)\n$" "\\1" hash "${out}")
  expect(0 "^replay: hash ${hash} matches\nhash ${hash}\n$" --replay ${name}.qxrp --headless --hash)
endforeach()
expect(1 "no display was found" ${scene})
expect(1 "" --check-display)
unset(ENV{SDL_VIDEODRIVER})

# Recordings.
expect(0 "hash" ${scene} --headless --ticks 90 --hash --record run.qxrp)
string(REGEX REPLACE ".*hash (0x[0-9a-f]+)\n$" "\\1" hash "${out}")
# In the foreground: else the signal comes twice, to the program and to its group, and the second ends it at once.
find_program(TIMEOUT timeout)
if(TIMEOUT)
  execute_process(COMMAND ${TIMEOUT} --foreground --preserve-status -s INT 2 ${QUINCUNX} ${scene} --headless --ticks 9999999
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result STREQUAL 1 OR NOT output MATCHES "interrupted after [0-9]+ ticks")
    fail("an interrupted run ended with ${result}: ${output}")
  endif()
endif()
expect(1 "missing.qxrp: there is no such recording" ${scene} --headless --replay missing.qxrp)
file(WRITE "${WORK}/foreign.qxrp" "this is a letter to a friend, and no recording")
expect(1 "foreign.qxrp" --headless --replay foreign.qxrp)
file(READ "${WORK}/foreign.qxrp" letter)
if(NOT letter MATCHES "a friend")
  fail("a foreign file was changed")
endif()
expect(1 "folder/run.qxrp" ${scene} --headless --ticks 5 --record missing/folder/run.qxrp)
expect(1 "${WORK} is not a file" ${scene} --headless --ticks 5 --record ${WORK})
expect(2 "--seed does not go with --replay" --replay run.qxrp --headless --seed 4)

# Pictures.
file(MAKE_DIRECTORY "${WORK}/pictures")
expect(0 "" shot ${scene} -o pictures/a.png --size 320x240 --ticks 30)
expect_png(pictures/a.png 00000140000000f0)
expect(0 "replay: hash ${hash} matches" shot --replay run.qxrp -o pictures/b.png --size 640x360)
expect_png(pictures/b.png 0000028000000168)
execute_process(COMMAND ${QUINCUNX} shot ${scene} -o - --size 320x240 --ticks 30
  WORKING_DIRECTORY "${WORK}" OUTPUT_FILE pictures/c.png RESULT_VARIABLE result)
expect_png(pictures/c.png 00000140000000f0)
expect_only(pictures "a.png;b.png;c.png")
expect(1 "missing/a.png" shot ${scene} -o missing/a.png --size 320x240 --ticks 1)

# Films: numbered pictures where the name asks for them or ffmpeg is not there, else what ffmpeg makes.
file(MAKE_DIRECTORY "${WORK}/film")
expect(0 "" film ${scene} -o film/f.png --seconds 0.1 --size 320x240)
expect_only(film "f_0001.png;f_0002.png;f_0003.png")
file(MAKE_DIRECTORY "${WORK}/film2")
set(path "$ENV{PATH}")
set(ENV{PATH} "${WORK}/film2")
expect(0 "numbered pictures" film ${scene} -o film2/f.mp4 --seconds 0.05 --size 320x240)
expect_only(film2 "f_0001.png;f_0002.png")
expect(1 "needs ffmpeg" film ${scene} -o - --seconds 0.05 --size 320x240)
set(ENV{PATH} "${path}")
find_program(FFMPEG ffmpeg)
if(FFMPEG)
  file(MAKE_DIRECTORY "${WORK}/film3")
  expect(0 "" film ${scene} -o film3/f.mp4 --seconds 0.2 --size 321x241)
  expect(1 "f.unheardof: ffmpeg could not make it" film ${scene} -o film3/f.unheardof --seconds 0.2 --size 320x240)
  expect_only(film3 "f.mp4")
  expect(1 "missing/f.mp4: No such file or directory" film ${scene} -o missing/f.mp4 --seconds 0.2)
else()
  message(STATUS "ffmpeg is not here: films as files were not tried")
endif()

# A full disk: what a file may grow to ends early. Nothing half is left behind, and what was there is kept.
function(expect_full name)
  file(REMOVE_RECURSE "${WORK}/full")
  file(MAKE_DIRECTORY "${WORK}/full")
  file(WRITE "${WORK}/full/${name}" "old")
  execute_process(COMMAND sh -c "trap '' XFSZ; ulimit -f 8; exec \"$@\"" sh ${QUINCUNX} ${ARGN}
    WORKING_DIRECTORY "${WORK}/full" TIMEOUT 100 RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result STREQUAL 1 OR NOT output MATCHES "quincunx: ${name}")
    fail("on a full disk quincunx ${ARGN}\nended with ${result}\n${output}")
  endif()
  expect_only(full ${name})
  file(READ "${WORK}/full/${name}" kept)
  if(NOT kept STREQUAL "old")
    fail("on a full disk ${name} was lost")
  endif()
endfunction()
expect_full(f.png shot ${scene} -o f.png --size 640x360 --ticks 30)
if(FFMPEG)
  expect_full(f.mp4 film ${scene} -o f.mp4 --seconds 0.2 --size 320x240)
endif()

# Scores: none is no failure, a room has none, a damaged table is told and set aside.
file(MAKE_DIRECTORY "${WORK}/scores")
expect(0 "^$" scores --data scores)
expect(0 "^$" scores blaster --data scores)
expect(2 "the scene grid keeps no scores.*Games: blaster" scores grid --data scores)
expect(2 "did you mean \"scores\"" score)
expect(2 "does not go with scores" scores --replay run.qxrp)
file(WRITE "${WORK}/scores/scores-blaster" "rubbish")
expect(1 "scores-blaster was damaged" scores --data scores)
expect_only(scores "scores-blaster.damaged")

# Settings that cannot be read are told and change nothing.
file(MAKE_DIRECTORY "${WORK}/data")
expect(0 "" ${scene} --headless --ticks 1 --data data)
expect(0 "cannot be made" ${scene} --headless --ticks 1 --data run.qxrp/data)
