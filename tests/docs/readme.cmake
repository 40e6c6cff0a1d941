# cmake -DTOP=project -DHELLO=program -P readme.cmake
# The program in README.md is examples/hello.c, and the picture below it is what it prints.
cmake_minimum_required(VERSION 3.22)

file(READ ${TOP}/README.md readme)
file(READ ${TOP}/examples/hello.c source)
execute_process(COMMAND ${HELLO} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
string(FIND "${source}" "#include" begin) # the licence line stands in the file alone
string(SUBSTRING "${source}" ${begin} -1 source)
string(REGEX REPLACE " +\n" "\n" printed "${printed}") # nor do lines of a README end in spaces
string(REGEX REPLACE "^\n+|\n+$" "" printed "${printed}")

foreach(pair "c:source" "text:printed")
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 language)
  list(GET pair 1 name)
  string(FIND "${readme}" "```${language}\n${${name}}" place)
  if(place EQUAL -1)
    message(SEND_ERROR "README.md has no ```${language} block with this text:\n${${name}}")
  endif()
endforeach()
