# SPDX-License-Identifier: Apache-2.0
cardinal_qtest(tst_texts LIBS ui_i18n)
cardinal_qtest(tst_format LIBS ui_i18n)
cardinal_qtest(tst_language LIBS ui_i18n)
