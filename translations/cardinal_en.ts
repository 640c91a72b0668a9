<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>NodeLine</name>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Capacity</name>
    <message numerus="yes">
        <source>%1 more fit now, on %n node(s).</source>
        <translation>
            <numerusform>%1 more fit now, on %n node.</numerusform>
            <numerusform>%1 more fit now, on %n nodes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Cards</name>
    <message numerus="yes">
        <source>%n measured card(s) belong to no node of this cluster, the first is %1.</source>
        <translation>
            <numerusform>%n measured card belongs to no node of this cluster: %1.</numerusform>
            <numerusform>%n measured cards belong to no node of this cluster, the first is %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Explanation</name>
    <message numerus="yes">
        <source>any %n</source>
        <comment>any n cards of the node</comment>
        <translation>
            <numerusform>any %n</numerusform>
            <numerusform>any %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>... and %n more (all of them with -o json)</source>
        <translation>
            <numerusform>... and %n more (all of them with -o json)</numerusform>
            <numerusform>... and %n more (all of them with -o json)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Journal</name>
    <message numerus="yes">
        <source>%n line(s) of the journal cannot be read.</source>
        <translation>
            <numerusform>%n line of the journal cannot be read.</numerusform>
            <numerusform>%n lines of the journal cannot be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Node</name>
    <message numerus="yes">
        <source>The server would accept %n write(s).</source>
        <translation>
            <numerusform>The server would accept %n write.</numerusform>
            <numerusform>The server would accept %n writes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::NodeWork</name>
    <message numerus="yes">
        <source>Run the plan(s) for %n node(s)? Type %1 to go on:</source>
        <translation>
            <numerusform>Run the plan for %n node? Type %1 to go on:</numerusform>
            <numerusform>Run the plans for %n nodes? Type %1 to go on:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) after it were not touched.</source>
        <translation>
            <numerusform>%n node after it was not touched.</numerusform>
            <numerusform>%n nodes after it were not touched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) of the journal cannot be read.</source>
        <translation>
            <numerusform>%n line of the journal cannot be read.</numerusform>
            <numerusform>%n lines of the journal cannot be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::PreemptionReport</name>
    <message numerus="yes">
        <source>The scheduler would evict %n pod(s) of lower priority on %1:</source>
        <translation>
            <numerusform>The scheduler would evict %n pod of lower priority on %1:</numerusform>
            <numerusform>The scheduler would evict %n pods of lower priority on %1:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n further node(s) are as good for it.</source>
        <translation>
            <numerusform>%n further node is as good for it.</numerusform>
            <numerusform>%n further nodes are as good for it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Report</name>
    <message numerus="yes">
        <source>any %n</source>
        <comment>any n cards of the node</comment>
        <translation>
            <numerusform>any %n</numerusform>
            <numerusform>any %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>... and %n more (all of them with -o json)</source>
        <translation>
            <numerusform>... and %n more (all of them with -o json)</numerusform>
            <numerusform>... and %n more (all of them with -o json)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n replica(s): %2</source>
        <comment>workload, request</comment>
        <translation>
            <numerusform>%1, %n replica: %2</numerusform>
            <numerusform>%1, %n replicas: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replica(s) find no place.</source>
        <translation>
            <numerusform>%n replica finds no place.</numerusform>
            <numerusform>%n replicas find no place.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) refuse:</source>
        <translation>
            <numerusform>%n node refuses:</numerusform>
            <numerusform>%n nodes refuse:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only %n replica(s) can be created.</source>
        <translation>
            <numerusform>Only %n replica can be created.</numerusform>
            <numerusform>Only %n replicas can be created.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::SimulateGolden</name>
    <message numerus="yes">
        <source>... and %n more difference(s) (all of them with -o json)</source>
        <translation>
            <numerusform>... and %n more difference (all of them with -o json)</numerusform>
            <numerusform>... and %n more differences (all of them with -o json)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::SimulateTrace</name>
    <message numerus="yes">
        <source>%n node(s) without GPU take no part.</source>
        <translation>
            <numerusform>%n node without GPU takes no part.</numerusform>
            <numerusform>%n nodes without GPU take no part.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Submit</name>
    <message numerus="yes">
        <source>%n object(s) had been created before; they are still there.</source>
        <translation>
            <numerusform>%n object had been created before; it is still there.</numerusform>
            <numerusform>%n objects had been created before; they are still there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Create %n object(s) in the cluster %1? Type the name of the context to go on:</source>
        <translation>
            <numerusform>Create %n object in the cluster %1? Type the name of the context to go on:</numerusform>
            <numerusform>Create %n objects in the cluster %1? Type the name of the context to go on:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::Waste</name>
    <message numerus="yes">
        <source>Nothing can be said of %n allocated card(s): not measured, or for too short a time.</source>
        <translation>
            <numerusform>Nothing can be said of %n allocated card: not measured, or for too short a time.</numerusform>
            <numerusform>Nothing can be said of %n allocated cards: not measured, or for too short a time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more card(s); -o json prints all</source>
        <translation>
            <numerusform>and %n more card; -o json prints all</numerusform>
            <numerusform>and %n more cards; -o json prints all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::app::WhatIf</name>
    <message numerus="yes">
        <source>... and %n more pod(s)</source>
        <translation>
            <numerusform>... and %n more pod</numerusform>
            <numerusform>... and %n more pods</numerusform>
        </translation>
    </message>
</context>
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
    <name>cardinal::ui::CardPane</name>
    <message numerus="yes">
        <source>%n contradiction(s)</source>
        <translation>
            <numerusform>%n contradiction</numerusform>
            <numerusform>%n contradictions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CardStackRows</name>
    <message numerus="yes">
        <source>and %n more card(s): see the Cards page</source>
        <translation>
            <numerusform>and %n more card: see the Cards page</numerusform>
            <numerusform>and %n more cards: see the Cards page</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CardsPage</name>
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
    <name>cardinal::ui::ChartTools</name>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ChartsPage</name>
    <message numerus="yes">
        <source>%n card(s) compared</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n card(s)</source>
        <translation>
            <numerusform>%1: %n card</numerusform>
            <numerusform>%1: %n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ComparePage</name>
    <message numerus="yes">
        <source>%n card(s) outlined: they changed</source>
        <translation>
            <numerusform>%n card outlined: it changed</numerusform>
            <numerusform>%n cards outlined: they changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ConnectionDialog</name>
    <message numerus="yes">
        <source>%n list(s), read every 30 seconds instead</source>
        <translation>
            <numerusform>%n list, read every 30 seconds instead</numerusform>
            <numerusform>%n lists, read every 30 seconds instead</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>allowed in %n namespace(s): %1</source>
        <translation>
            <numerusform>allowed in %n namespace: %1</numerusform>
            <numerusform>allowed in %n namespaces: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>denied in %n namespace(s): %1</source>
        <translation>
            <numerusform>denied in %n namespace: %1</numerusform>
            <numerusform>denied in %n namespaces: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not known in %n namespace(s): %1</source>
        <translation>
            <numerusform>not known in %n namespace: %1</numerusform>
            <numerusform>not known in %n namespaces: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CordonBar</name>
    <message numerus="yes">
        <source>%n node(s) are cordoned</source>
        <translation>
            <numerusform>%n node is cordoned</numerusform>
            <numerusform>%n nodes are cordoned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are open for pods</source>
        <translation>
            <numerusform>%n node is open for pods</numerusform>
            <numerusform>%n nodes are open for pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cordon %n node(s)</source>
        <translation>
            <numerusform>Cordon %n node</numerusform>
            <numerusform>Cordon %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Uncordon %n node(s)</source>
        <translation>
            <numerusform>Uncordon %n node</numerusform>
            <numerusform>Uncordon %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n second(s). The server&apos;s dry run passed.</source>
        <translation>
            <numerusform>%1 in %n second. The server&apos;s dry run passed.</numerusform>
            <numerusform>%1 in %n seconds. The server&apos;s dry run passed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::CordonDialog</name>
    <message numerus="yes">
        <source>Cordon %n node(s)?</source>
        <translation>
            <numerusform>Cordon %n node?</numerusform>
            <numerusform>Cordon %n nodes?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Uncordon %n node(s)?</source>
        <translation>
            <numerusform>Uncordon %n node?</numerusform>
            <numerusform>Uncordon %n nodes?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are cordoned</source>
        <translation>
            <numerusform>%n node is cordoned</numerusform>
            <numerusform>%n nodes are cordoned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are open for pods</source>
        <translation>
            <numerusform>%n node is open for pods</numerusform>
            <numerusform>%n nodes are open for pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::DefragDialog</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <comment>moves</comment>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::DeleteDialog</name>
    <message numerus="yes">
        <source>Delete %n object(s) that were submitted to %1?</source>
        <translation>
            <numerusform>Delete %n object that was submitted to %1?</numerusform>
            <numerusform>Delete %n objects that were submitted to %1?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n object(s)</source>
        <translation>
            <numerusform>Delete %n object</numerusform>
            <numerusform>Delete %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were deleted</source>
        <translation>
            <numerusform>%n object was deleted</numerusform>
            <numerusform>%n objects were deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were deleted before the error</source>
        <translation>
            <numerusform>%n object was deleted before the error</numerusform>
            <numerusform>%n objects were deleted before the error</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ErrorTexts</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>names in a certificate</comment>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ExportDialog</name>
    <message numerus="yes">
        <source>%n row(s), as filtered and sorted now.</source>
        <translation>
            <numerusform>%n row, as filtered and sorted now.</numerusform>
            <numerusform>%n rows, as filtered and sorted now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::FindingList</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
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
<context>
    <name>cardinal::ui::HeatmapView</name>
    <message numerus="yes">
        <source>%n card(s) selected</source>
        <translation>
            <numerusform>%n card selected</numerusform>
            <numerusform>%n cards selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::HoldersView</name>
    <message numerus="yes">
        <source>%n card(s) of a size that is not told are left out</source>
        <translation>
            <numerusform>%n card of a size that is not told is left out</numerusform>
            <numerusform>%n cards of a size that is not told are left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LabelOnly</name>
    <message numerus="yes">
        <source>%n GPU pod(s) would stay outside the scheduler&apos;s ledger: cards may be overbooked. Nothing is cordoned, evicted or verified.</source>
        <translation>
            <numerusform>%n GPU pod would stay outside the scheduler&apos;s ledger: cards may be overbooked. Nothing is cordoned, evicted or verified.</numerusform>
            <numerusform>%n GPU pods would stay outside the scheduler&apos;s ledger: cards may be overbooked. Nothing is cordoned, evicted or verified.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LandingTexts</name>
    <message numerus="yes">
        <source>%1 of %n pod(s) find a place elsewhere now.</source>
        <translation>
            <numerusform>%1 of %n pod finds a place elsewhere now.</numerusform>
            <numerusform>%1 of %n pods find a place elsewhere now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s) wait until something frees.</source>
        <translation>
            <numerusform>%n pod waits until something frees.</numerusform>
            <numerusform>%n pods wait until something frees.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The request of %n pod(s) fits no other node.</source>
        <translation>
            <numerusform>The request of %n pod fits no other node.</numerusform>
            <numerusform>The requests of %n pods fit no other node.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s) are not made again.</source>
        <translation>
            <numerusform>%n pod is not made again.</numerusform>
            <numerusform>%n pods are not made again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %n pod(s) the place is not known.</source>
        <translation>
            <numerusform>Of %n pod the place is not known.</numerusform>
            <numerusform>Of %n pods the places are not known.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::LogPanel</name>
    <message numerus="yes">
        <source>… %n line(s) came too fast and were left out …</source>
        <translation>
            <numerusform>… %n line came too fast and was left out …</numerusform>
            <numerusform>… %n lines came too fast and were left out …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapDrop</name>
    <message numerus="yes">
        <source>%n file(s) were dropped. Drop one YAML file at a time.</source>
        <translation>
            <numerusform>%n file was dropped. Drop one YAML file at a time.</numerusform>
            <numerusform>%n files were dropped. Drop one YAML file at a time.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapGroups</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
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
        <source>%1 / %n card(s)</source>
        <comment>held / total</comment>
        <translation>
            <numerusform>%1 / %n card</numerusform>
            <numerusform>%1 / %n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapPage</name>
    <message numerus="yes">
        <source>No GPU cards on %n node(s)</source>
        <translation>
            <numerusform>No GPU cards on %n node</numerusform>
            <numerusform>No GPU cards on %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapPreview</name>
    <message numerus="yes">
        <source>+%n card(s)</source>
        <translation>
            <numerusform>+%n card</numerusform>
            <numerusform>+%n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::MapTip</name>
    <message numerus="yes">
        <source>and %n more pod(s)</source>
        <translation>
            <numerusform>and %n more pod</numerusform>
            <numerusform>and %n more pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n card(s) of this node are held. The API does not tell which ones: the marked cells stand in for them.</source>
        <translation>
            <numerusform>%1 of %n card of this node is held. The API does not tell which one: the marked cell stands in for it.</numerusform>
            <numerusform>%1 of %n cards of this node are held. The API does not tell which ones: the marked cells stand in for them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s)</source>
        <translation>
            <numerusform>%n pod</numerusform>
            <numerusform>%n pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodeActions</name>
    <message numerus="yes">
        <source>Manage %n node(s)</source>
        <translation>
            <numerusform>Manage %n node</numerusform>
            <numerusform>Manage %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cordon %n node(s)…</source>
        <translation>
            <numerusform>Cordon %n node…</numerusform>
            <numerusform>Cordon %n nodes…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Uncordon %n node(s)…</source>
        <translation>
            <numerusform>Uncordon %n node…</numerusform>
            <numerusform>Uncordon %n nodes…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drain %n node(s)…</source>
        <translation>
            <numerusform>Drain %n node…</numerusform>
            <numerusform>Drain %n nodes…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change the mode of %n node(s)…</source>
        <translation>
            <numerusform>Change the mode of %n node…</numerusform>
            <numerusform>Change the mode of %n nodes…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodeEditDialog</name>
    <message numerus="yes">
        <source>Evict %n pod(s) and apply</source>
        <translation>
            <numerusform>Evict %n pod and apply</numerusform>
            <numerusform>Evict %n pods and apply</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Server dry run passed. The taint evicts %n pod(s) at once</source>
        <translation>
            <numerusform>Server dry run passed. The taint evicts %n pod at once</numerusform>
            <numerusform>Server dry run passed. The taint evicts %n pods at once</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodeLabels</name>
    <message numerus="yes">
        <source>%n free</source>
        <comment>cards</comment>
        <translation>
            <numerusform>%n free</numerusform>
            <numerusform>%n free</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::NodesPage</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ObjectDock</name>
    <message numerus="yes">
        <source>%n value(s) that look like secrets are hidden.</source>
        <translation>
            <numerusform>%n value that looks like a secret is hidden.</numerusform>
            <numerusform>%n values that look like secrets are hidden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) are cut in this view; a copy has them whole.</source>
        <translation>
            <numerusform>%n line is cut in this view; a copy has it whole.</numerusform>
            <numerusform>%n lines are cut in this view; a copy has them whole.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are more than %n events; the rest was not read.</source>
        <translation>
            <numerusform>There is more than %n event; the rest was not read.</numerusform>
            <numerusform>There are more than %n events; the rest was not read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::OutcomePane</name>
    <message numerus="yes">
        <source>All %n pod(s) landed as predicted</source>
        <translation>
            <numerusform>The pod landed as predicted</numerusform>
            <numerusform>All %n pods landed as predicted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PastBar</name>
    <message numerus="yes">
        <source>%n card(s)</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PendingTexts</name>
    <message numerus="yes">
        <source>%n card(s) have %1 free in total, but no node has %2 cards with %3 each</source>
        <translation>
            <numerusform>%n card has %1 free in total, but no node has %2 cards with %3 each</numerusform>
            <numerusform>%n cards have %1 free in total, but no node has %2 cards with %3 each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) have %1 free in total, but none can give %2 and %3 of compute at once</source>
        <translation>
            <numerusform>%n card has %1 free in total, but it cannot give %2 and %3 of compute at once</numerusform>
            <numerusform>%n cards have %1 free in total, but none can give %2 and %3 of compute at once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) have %1 free in total, none has %2 free alone</source>
        <translation>
            <numerusform>%n card has %1 free in total, none has %2 free alone</numerusform>
            <numerusform>%n cards have %1 free in total, none has %2 free alone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is needed; the %n card(s) that take such requests have %2 free in all</source>
        <translation>
            <numerusform>%1 is needed; the one card that takes such requests has %2 free</numerusform>
            <numerusform>%1 is needed; the %n cards that take such requests have %2 free in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fits now on %n node(s), for example on %1; it waits for the scheduler</source>
        <translation>
            <numerusform>Fits now on %n node, %1; it waits for the scheduler</numerusform>
            <numerusform>Fits now on %n nodes, for example on %1; it waits for the scheduler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) have room on their cards, but another resource is short</source>
        <translation>
            <numerusform>%n node has room on its cards, but another resource is short</numerusform>
            <numerusform>%n nodes have room on their cards, but another resource is short</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Waiting can help: %n node(s) would take it once enough pods on them end.</source>
        <translation>
            <numerusform>Waiting can help: %n node would take it once enough pods on it end.</numerusform>
            <numerusform>Waiting can help: %n nodes would take it once enough pods on them end.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>lacks %n card(s)</source>
        <translation>
            <numerusform>lacks %n card</numerusform>
            <numerusform>lacks %n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>lacks %n pod slot(s)</source>
        <translation>
            <numerusform>lacks %n pod slot</numerusform>
            <numerusform>lacks %n pod slots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n card(s)</source>
        <translation>
            <numerusform>%1, %n card</numerusform>
            <numerusform>%1, %n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PendingView</name>
    <message numerus="yes">
        <source>%n pod(s) of this shape wait</source>
        <translation>
            <numerusform>%n pod of this shape waits</numerusform>
            <numerusform>%n pods of this shape wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
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
        <source>%n node(s), by the first rule that refused</source>
        <translation>
            <numerusform>%n node, by the first rule that refused</numerusform>
            <numerusform>%n nodes, by the first rule that refused</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlanDialog</name>
    <message numerus="yes">
        <source>%n pod(s) are blocked now by a PodDisruptionBudget; the plan waits for them.</source>
        <translation>
            <numerusform>%n pod is blocked now by a PodDisruptionBudget; the plan waits for it.</numerusform>
            <numerusform>%n pods are blocked now by a PodDisruptionBudget; the plan waits for them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are still to come.</source>
        <translation>
            <numerusform>%n node is still to come.</numerusform>
            <numerusform>%n nodes are still to come.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Evict %n pod(s)</source>
        <translation>
            <numerusform>Evict %n pod</numerusform>
            <numerusform>Evict %n pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Evict %n pod(s) and switch</source>
        <translation>
            <numerusform>Evict %n pod and switch</numerusform>
            <numerusform>Evict %n pods and switch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drain %n node(s)?</source>
        <translation>
            <numerusform>Drain %n node?</numerusform>
            <numerusform>Drain %n nodes?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change the mode of %n node(s)</source>
        <translation>
            <numerusform>Change the mode of %n node</numerusform>
            <numerusform>Change the mode of %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PlanSide</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PodPane</name>
    <message numerus="yes">
        <source>%n card(s); the API does not tell which</source>
        <translation>
            <numerusform>%n card; the API does not tell which</numerusform>
            <numerusform>%n cards; the API does not tell which</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PolicyPictureView</name>
    <message numerus="yes">
        <source>the next %1 on %n card(s)</source>
        <translation>
            <numerusform>the next %1 on %n card</numerusform>
            <numerusform>the next %1 on %n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s)</source>
        <translation>
            <numerusform>%n pod</numerusform>
            <numerusform>%n pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PredictionWatch</name>
    <message numerus="yes">
        <source>%n place(s) were equally good; the scheduler takes one of them at random</source>
        <translation>
            <numerusform>%n place was equally good; the scheduler takes one of them at random</numerusform>
            <numerusform>%n places were equally good; the scheduler takes one of them at random</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::PreviewPane</name>
    <message numerus="yes">
        <source>%n replica(s)</source>
        <translation>
            <numerusform>%n replica</numerusform>
            <numerusform>%n replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s), by first reason</source>
        <translation>
            <numerusform>%n node, by first reason</numerusform>
            <numerusform>%n nodes, by first reason</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Submit %n workload(s)</source>
        <translation>
            <numerusform>Submit %n workload</numerusform>
            <numerusform>Submit %n workloads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::RemedyTexts</name>
    <message numerus="yes">
        <source>Ask for %n card(s) instead of %1</source>
        <translation>
            <numerusform>Ask for %n card instead of %1</numerusform>
            <numerusform>Ask for %n cards instead of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Spread the memory over %n card(s) (aliyun.com/gpu-count)</source>
        <translation>
            <numerusform>Spread the memory over %n card (aliyun.com/gpu-count)</numerusform>
            <numerusform>Spread the memory over %n cards (aliyun.com/gpu-count)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It takes %n of these pods</source>
        <translation>
            <numerusform>It takes %n of these pods</numerusform>
            <numerusform>It takes %n of these pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Then it fits on %1; the node takes %n of these pods</source>
        <translation>
            <numerusform>Then it fits on %1; the node takes %n of these pods</numerusform>
            <numerusform>Then it fits on %1; the node takes %n of these pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::ReplicaView</name>
    <message numerus="yes">
        <source>The cluster can take %n more of this request.</source>
        <translation>
            <numerusform>The cluster can take %n more of this request.</numerusform>
            <numerusform>The cluster can take %n more of this request.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only %n replica(s) can be created.</source>
        <translation>
            <numerusform>Only %n replica can be created.</numerusform>
            <numerusform>Only %n replicas can be created.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::Report</name>
    <message numerus="yes">
        <source>%1, on %n node(s)</source>
        <translation>
            <numerusform>%1, on %n node</numerusform>
            <numerusform>%1, on %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Allocated and not used in the last %n hour(s)</source>
        <translation>
            <numerusform>Allocated and not used in the last hour</numerusform>
            <numerusform>Allocated and not used in the last %n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more card(s)</source>
        <translation>
            <numerusform>and %n more card</numerusform>
            <numerusform>and %n more cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SelectionPane</name>
    <message numerus="yes">
        <source>%n card(s) selected</source>
        <translation>
            <numerusform>%n card selected</numerusform>
            <numerusform>%n cards selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>on %n node(s)</source>
        <translation>
            <numerusform>on %n node</numerusform>
            <numerusform>on %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Utilization, mean of %n card(s)</source>
        <translation>
            <numerusform>Utilization</numerusform>
            <numerusform>Utilization, mean of %n cards</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SlotsView</name>
    <message numerus="yes">
        <source>%n card(s) of a size that is not told are left out</source>
        <translation>
            <numerusform>%n card of a size that is not told is left out</numerusform>
            <numerusform>%n cards of a size that is not told are left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SourceDialog</name>
    <message numerus="yes">
        <source>%n service(s) that may be one</source>
        <translation>
            <numerusform>%n service that may be one</numerusform>
            <numerusform>%n services that may be one</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n series</source>
        <translation>
            <numerusform>%n series</numerusform>
            <numerusform>%n series</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::StatusLine</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
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
        <source>%n card(s) selected</source>
        <translation>
            <numerusform>%n card selected</numerusform>
            <numerusform>%n cards selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::SubmitDialog</name>
    <message numerus="yes">
        <source>Submit %n workload(s) to %1?</source>
        <translation>
            <numerusform>Submit %n workload to %1?</numerusform>
            <numerusform>Submit %n workloads to %1?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Submit %n workload(s)</source>
        <translation>
            <numerusform>Submit %n workload</numerusform>
            <numerusform>Submit %n workloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Server dry run passed: %n object(s) would be created</source>
        <translation>
            <numerusform>Server dry run passed: %n object would be created</numerusform>
            <numerusform>Server dry run passed: %n objects would be created</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were created before the error and stay</source>
        <translation>
            <numerusform>%n object was created before the error and stays</numerusform>
            <numerusform>%n objects were created before the error and stay</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n object(s)…</source>
        <translation>
            <numerusform>Delete %n object…</numerusform>
            <numerusform>Delete %n objects…</numerusform>
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
        <source>not where it is aimed; %n other node(s) could take it</source>
        <translation>
            <numerusform>not where it is aimed; %n other node could take it</numerusform>
            <numerusform>not where it is aimed; %n other nodes could take it</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WatchTexts</name>
    <message numerus="yes">
        <source>%n watch(es) found something</source>
        <translation>
            <numerusform>%n watch found something</numerusform>
            <numerusform>%n watches found something</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WatchesPage</name>
    <message numerus="yes">
        <source>%n event(s) concern cards without a pod of %1.</source>
        <translation>
            <numerusform>%n event concerns a card without a pod of %1.</numerusform>
            <numerusform>%n events concern cards without a pod of %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WhatIfPage</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <comment>pods</comment>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WhatIfTexts</name>
    <message numerus="yes">
        <source>Add %n node(s) like %1</source>
        <translation>
            <numerusform>Add %n node like %1</numerusform>
            <numerusform>Add %n nodes like %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Submit %1, %n replica(s)</source>
        <translation>
            <numerusform>Submit %1, %n replica</numerusform>
            <numerusform>Submit %1, %n replicas</numerusform>
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
        <source>%n node(s) added</source>
        <translation>
            <numerusform>%n node added</numerusform>
            <numerusform>%n nodes added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n placed</source>
        <comment>pods</comment>
        <translation>
            <numerusform>%n placed</numerusform>
            <numerusform>%n placed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pending</source>
        <comment>pods</comment>
        <translation>
            <numerusform>%n pending</numerusform>
            <numerusform>%n pending</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n gone</source>
        <comment>pods</comment>
        <translation>
            <numerusform>%n gone</numerusform>
            <numerusform>%n gone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stay(s)</source>
        <comment>pods</comment>
        <translation>
            <numerusform>%n stays</numerusform>
            <numerusform>%n stay</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n move(s) free %1. Proven: fewer cannot do it.</source>
        <translation>
            <numerusform>%n move frees %1. Proven: fewer cannot do it.</numerusform>
            <numerusform>%n moves free %1. Proven: fewer cannot do it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n move(s) free %1. Best found; fewer were not ruled out.</source>
        <translation>
            <numerusform>%n move frees %1. Best found; fewer were not ruled out.</numerusform>
            <numerusform>%n moves free %1. Best found; fewer were not ruled out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n list(s) of moves tried.</source>
        <translation>
            <numerusform>%n list of moves tried.</numerusform>
            <numerusform>%n lists of moves tried.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) are held by pods that may not move.</source>
        <translation>
            <numerusform>%n card is held by pods that may not move.</numerusform>
            <numerusform>%n cards are held by pods that may not move.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n card(s) do not tell their memory and were left out.</source>
        <translation>
            <numerusform>%n card does not tell its memory and was left out.</numerusform>
            <numerusform>%n cards do not tell their memory and were left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WorkloadPage</name>
    <message numerus="yes">
        <source>%n rule(s) broken</source>
        <translation>
            <numerusform>%n rule broken</numerusform>
            <numerusform>%n rules broken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) would be created</source>
        <translation>
            <numerusform>%n object would be created</numerusform>
            <numerusform>%n objects would be created</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cardinal::ui::WorkloadsPage</name>
    <message numerus="yes">
        <source>%n pod(s)</source>
        <translation>
            <numerusform>%n pod</numerusform>
            <numerusform>%n pods</numerusform>
        </translation>
    </message>
</context>
</TS>
