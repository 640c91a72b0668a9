<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>cardinal::ui::CandidateModel</name>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CertaintyTexts</name>
    <message numerus="yes">
        <source>It lands on one of %n node(s) that tie; the scheduler chooses among them.</source>
        <translation>
            <numerusform>It lands on one node; the scheduler chooses the card.</numerusform>
            <numerusform>It lands on one of %n nodes that tie; the scheduler chooses among them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::Format</name>
    <message numerus="yes">
        <source>%n unit(s)</source>
        <comment>amount of GPU memory whose unit the cluster does not tell</comment>
        <translation>
            <numerusform>%n unit</numerusform>
            <numerusform>%n units</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::GpuTexts</name>
    <message numerus="yes">
        <source>%1 + %2 over %n card(s)</source>
        <comment>memory, compute</comment>
        <translation>
            <numerusform>%1 + %2 over %n card</numerusform>
            <numerusform>%1 + %2 over %n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 over %n card(s)</source>
        <comment>memory</comment>
        <translation>
            <numerusform>%1 over %n card</numerusform>
            <numerusform>%1 over %n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n linked card(s)</source>
        <translation>
            <numerusform>%n linked card</numerusform>
            <numerusform>%n linked cards</numerusform>
        </translation>
    </message>
</context>
</TS>
