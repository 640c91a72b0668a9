# SPDX-License-Identifier: Apache-2.0
cardinal_qtest(widgets/tst_tokens LIBS ui_theme)
cardinal_qtest(widgets/tst_controls LIBS ui_widgets)
cardinal_qtest(map/tst_heatmap_layout LIBS ui_widgets)
cardinal_qtest(map/tst_heatmap_picture LIBS ui_map_fixture)
cardinal_qtest(map/tst_heatmap_view LIBS ui_map_fixture)
