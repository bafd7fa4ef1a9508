# Thin wrappers around the functions of AddMLIR.cmake.

# add_ascendfold_library(<name> <source>...
#     [DEPENDS <target>...]
#     [LINK_LIBS PUBLIC <AscendFold library>...]
#     [MLIR_LIBS <MLIR library>...])
#
# A static library, installed and exported as AscendFold::<name without the
# leading "AscendFold">. MLIR_LIBS are what the library uses of MLIR; with
# MLIR_LINK_MLIR_DYLIB they all become libMLIR.so, so that no second copy of
# MLIR ends up in a tool or plugin. LINK_LIBS is for our own libraries only.
function(add_ascendfold_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS;MLIR_LIBS" ${ARGN})
  # Several libraries may share a folder: PARTIAL_SOURCES_INTENDED.
  add_mlir_library(${name} ${ARG_UNPARSED_ARGUMENTS}
    PARTIAL_SOURCES_INTENDED
    DISABLE_INSTALL
    EXCLUDE_FROM_LIBMLIR
    DEPENDS ${ARG_DEPENDS}
    LINK_LIBS ${ARG_LINK_LIBS}
    )
  mlir_target_link_libraries(${name} PUBLIC ${ARG_MLIR_LIBS})

  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    )
  target_compile_features(${name} INTERFACE cxx_std_17)
  # Part of the ABI, see the top-level CMakeLists.txt.
  if(NOT LLVM_ENABLE_ASSERTIONS)
    target_compile_definitions(${name} INTERFACE NDEBUG)
  endif()

  string(REGEX REPLACE "^AscendFold" "" export_name ${name})
  add_library(AscendFold::${export_name} ALIAS ${name})
  set_target_properties(${name} PROPERTIES
    EXPORT_NAME ${export_name}
    FOLDER "AscendFold/Libraries"
    )
  install(TARGETS ${name} EXPORT AscendFoldTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  set_property(GLOBAL APPEND PROPERTY ASCENDFOLD_LIBS ${name})
endfunction()

# add_ascendfold_tool(<name> <source>...
#     [DEPENDS <target>...]
#     [LINK_LIBS PRIVATE <AscendFold library>...]
#     [MLIR_LIBS <MLIR library>...]
#     [DISABLE_INSTALL])
#
# An executable in bin/, installed and exported as AscendFold::<name>; with
# DISABLE_INSTALL one for the tests, which only they build.
function(add_ascendfold_tool name)
  # add_llvm_executable is a macro and parses into ARG_ as well.
  cmake_parse_arguments(TOOL "DISABLE_INSTALL" "" "DEPENDS;LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_llvm_executable(${name} NO_INSTALL_RPATH ${TOOL_UNPARSED_ARGUMENTS})
  if(TOOL_DEPENDS)
    add_dependencies(${name} ${TOOL_DEPENDS})
  endif()
  target_link_libraries(${name} ${TOOL_LINK_LIBS})
  mlir_target_link_libraries(${name} PRIVATE ${TOOL_MLIR_LIBS})
  set_target_properties(${name} PROPERTIES FOLDER "AscendFold/Tools")
  if(TOOL_DISABLE_INSTALL)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  else()
    install(TARGETS ${name} EXPORT AscendFoldTargets
      RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endfunction()

# add_ascendfold_interface(<name>)
#
# Op interface <name>.td in the current directory -> <name>.{h,cpp}.inc and
# target AscendFold<name>IncGen.
function(add_ascendfold_interface name)
  set(LLVM_TARGET_DEFINITIONS ${name}.td)
  mlir_tablegen(${name}.h.inc -gen-op-interface-decls)
  mlir_tablegen(${name}.cpp.inc -gen-op-interface-defs)
  add_public_tablegen_target(AscendFold${name}IncGen)
  add_dependencies(mlir-headers AscendFold${name}IncGen)
endfunction()

# add_ascendfold_passes(<group>)
#
# Passes.td in the current directory -> Passes.h.inc with
# register<group>Passes(), and target <group>PassIncGen.
function(add_ascendfold_passes group)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name ${group})
  add_public_tablegen_target(${group}PassIncGen)
  add_dependencies(mlir-headers ${group}PassIncGen)
endfunction()

# add_ascendfold_unittest(<name>Tests <source>...
#     [LINK_LIBS PRIVATE <AscendFold library>...]
#     [MLIR_LIBS <MLIR library>...])
#
# A GoogleTest binary, run by the unittests suite of lit.
function(add_ascendfold_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} ${ARG_LINK_LIBS} PRIVATE GTest::gtest_main)
  mlir_target_link_libraries(${name} PRIVATE ${ARG_MLIR_LIBS})
  if(LLVM_LINK_LLVM_DYLIB)
    target_link_libraries(${name} PRIVATE LLVM)
  endif()
  set_target_properties(${name} PROPERTIES FOLDER "AscendFold/Tests")
  add_dependencies(AscendFoldUnitTests ${name})
endfunction()

# add_ascendfold_doc(<td file> <output>.md <mlir-tblgen option>...)
#
# Markdown generated from a .td file, <build>/docs/<output>.md. The copy in
# docs/ is refreshed by the target update-docs and a test compares the two.
function(add_ascendfold_doc td_file output)
  set(LLVM_TARGET_DEFINITIONS ${td_file})
  tablegen(MLIR ${output} ${ARGN})
  get_filename_component(stem ${output} NAME_WE)
  add_custom_target(AscendFold${stem}DocGen
    DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${output})
  add_dependencies(ascend-fold-doc AscendFold${stem}DocGen)
  add_custom_command(TARGET update-docs POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_if_different
      ${CMAKE_CURRENT_BINARY_DIR}/${output} ${PROJECT_SOURCE_DIR}/docs/${output})
endfunction()
