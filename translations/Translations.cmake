# SPDX-License-Identifier: Apache-2.0
# Chinese in full; English holds the plural forms only. `update_translations` reads the sources of ui and app again.
set(cardinal_ts_dir "${CMAKE_CURRENT_LIST_DIR}")

# cardinal_add_translations(<target>): builds the .qm files and embeds them under /i18n.
function(cardinal_add_translations target)
  qt_add_lrelease(${target} TS_FILES "${cardinal_ts_dir}/cardinal_zh_CN.ts" "${cardinal_ts_dir}/cardinal_en.ts"
    QM_FILES_OUTPUT_VARIABLE qm_files)
  qt_add_resources(${target} translations PREFIX "/i18n" BASE "${CMAKE_CURRENT_BINARY_DIR}" FILES ${qm_files})
endfunction()

add_custom_target(update_translations
  COMMAND Qt6::lupdate -silent -locations none -no-obsolete -I . ui app -ts translations/cardinal_zh_CN.ts
  COMMAND Qt6::lupdate -silent -locations none -no-obsolete -I . -pluralonly ui app -ts translations/cardinal_en.ts
  WORKING_DIRECTORY "${cardinal_ts_dir}/.."
  COMMENT "Reading the visible strings of ui and app into translations/"
  VERBATIM)

find_package(Python3 COMPONENTS Interpreter)
if(CARDINAL_BUILD_TESTS AND Python3_FOUND)
  add_test(NAME translations COMMAND Python3::Interpreter "${cardinal_ts_dir}/check.py" "${cardinal_ts_dir}/.."
    $<TARGET_FILE:Qt6::lupdate> "${CMAKE_BINARY_DIR}/translations-check")
  set_tests_properties(translations PROPERTIES LABELS ui)
endif()
