# SPDX-License-Identifier: Apache-2.0
cardinal_qtest(i18n/tst_texts LIBS ui_i18n)
cardinal_qtest(i18n/tst_format LIBS ui_i18n)
cardinal_qtest(i18n/tst_language LIBS ui_i18n)
