# cmake -DTOP=project -DSAMPLES=program [-DQX=program] -DWORK=folder -P validate.cmake
# Khronos' own validator has nothing to say against the glb files that we write. It is an npm package: where the
# environment variable QX_NPM names a folder for such packages, as in `./test --full`, it is installed there.
cmake_minimum_required(VERSION 3.22)

set(folder $ENV{QX_NPM}/gltf)
if("$ENV{QX_NPM}" STREQUAL "")
  message(STATUS "skipped: the glTF validator (./test --full installs it from npm, into $QX_NPM)")
  return()
endif()
find_program(NODE NAMES node nodejs)
find_program(NPM npm)
if(NOT NODE OR NOT NPM)
  message(STATUS "skipped: the glTF validator (node and npm are not here)")
  return()
endif()

file(COPY ${TOP}/tests/gltf/package.json DESTINATION ${folder})
if(NOT EXISTS ${folder}/node_modules/gltf-validator/index.js)
  execute_process(COMMAND ${NPM} install --no-audit --no-fund --no-package-lock --ignore-scripts
    WORKING_DIRECTORY ${folder} RESULT_VARIABLE result OUTPUT_VARIABLE words ERROR_VARIABLE words TIMEOUT 120)
  if(NOT result EQUAL 0)
    message(STATUS "skipped: the glTF validator (npm could not install it)\n${words}")
    return()
  endif()
endif()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND ${SAMPLES} ${WORK} COMMAND_ERROR_IS_FATAL ANY)
if(QX)
  set(bolt ${QX} bolt --quiet --from 0,0 --to 3,8)
  execute_process(COMMAND ${bolt} -o ${WORK}/bolt_ribbon.glb COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${bolt} --solid --emission 8 -o ${WORK}/bolt_tube.glb COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${bolt} --mesh lines -o ${WORK}/bolt_lines.glb COMMAND_ERROR_IS_FATAL ANY)
  set(maze ${QX} maze --quiet --size)
  execute_process(COMMAND ${maze} 4x5x6 --solution -o ${WORK}/maze_solution.glb COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${maze} 9x7 -o ${WORK}/maze_flat.glb COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${maze} 20x20x20 --halves -o ${WORK}/maze_halves.glb COMMAND_ERROR_IS_FATAL ANY)
endif()
file(GLOB files ${WORK}/*.glb)
execute_process(COMMAND ${NODE} ${TOP}/tests/gltf/validate.cjs ${folder}/node_modules ${files}
  COMMAND_ERROR_IS_FATAL ANY)
