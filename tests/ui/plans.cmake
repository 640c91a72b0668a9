# SPDX-License-Identifier: Apache-2.0
cardinal_qtest(tst_plan_texts LIBS ui_i18n)
