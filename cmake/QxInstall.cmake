# What the three libraries have in common, and what an installed copy consists of: headers, libraries, programs, a CMake
# package with one component a library, and pkg-config files. Nothing in it names the prefix, so it may be moved.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)

# A shared library keeps its own needs to itself; whoever links a static one has to link them too.
if(BUILD_SHARED_LIBS)
  set(qx_pc_private ".private")
  set(qx_pc_define " -DQX_SHARED")
endif()
if(QX_HAS_TIFF)
  set(qx_pc_tiff " libtiff-4")
endif()
file(RELATIVE_PATH qx_pc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)

# qx_finish_library(TARGET FILE) names, exports and installs a library; FILE is its name without lib and the suffix,
# and that of its pkg-config file.
function(qx_finish_library target file)
  string(REPLACE "-" "_" output ${file})
  add_library(quincunx::${target} ALIAS ${target})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${output}
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  if(BUILD_SHARED_LIBS)
    target_compile_definitions(${target} PUBLIC QX_SHARED PRIVATE QX_BUILDING)
  endif()
  if(NOT QX_INSTALL)
    return()
  endif()
  install(TARGETS ${target} EXPORT ${file}-targets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT ${file}-targets NAMESPACE quincunx:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/quincunx)
  configure_file(${PROJECT_SOURCE_DIR}/packaging/${file}.pc.in ${PROJECT_BINARY_DIR}/${file}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${file}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

qx_finish_library(quincunx quincunx)
foreach(library formats render)
  if(TARGET ${library})
    qx_finish_library(${library} quincunx-${library})
  endif()
endforeach()

# The programs, whatever else is configured: what ./run builds.
add_custom_target(programs)
foreach(program quincunx_arcade qx qx_bench)
  if(TARGET ${program})
    add_dependencies(programs ${program})
  endif()
endforeach()

if(QX_INSTALL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/quincunx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN *.h)
  foreach(program quincunx_arcade qx)
    if(TARGET ${program})
      set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
      install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
    endif()
  endforeach()
  configure_package_config_file(${PROJECT_SOURCE_DIR}/packaging/quincunx-config.cmake.in
    ${PROJECT_BINARY_DIR}/quincunx-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/quincunx)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/quincunx-config-version.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/quincunx-config.cmake ${PROJECT_BINARY_DIR}/quincunx-config-version.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/quincunx)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
