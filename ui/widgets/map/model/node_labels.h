// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QStaticText>
#include <unordered_map>

#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

/// What stands in the name line of a node's block.
struct NodeMarks {
  bool cordoned = false;
  bool notReady = false;
  bool tainted = false;
  bool ledger = false;
  bool unhealthy = false;
  bool any() const { return notReady || tainted || ledger || unhealthy; }
};

/// Marks of a node. The taints that Kubernetes sets for a cordon or a lost node are shown by those marks, not again as
/// a taint.
NodeMarks marksOf(const NodeRecord& node);

constexpr int kNodeGlyph = 12;    ///< side of the mark before a node's name, px at text of 100 %
constexpr int kNodeGlyphGap = 4;  ///< between the mark and the name

/// Texts of name lines, laid out once per node record and width. Unchanged nodes are shared between snapshots and keep
/// theirs.
class NodeLabels {
 public:
  static constexpr qreal kGap = 8;  ///< between a note and what is left of it

  struct Texts {
    NodePtr node;  ///< keeps the key alive
    int width = 0;
    int cells = 0;
    int noteEdge = 0;  ///< the note ends here
    NodeMarks marks;
    QString name, note;
    QStaticText nameText, noteText;
    qreal nameWidth = 0;
    qreal noteWidth = 0;
    qreal nameAscent = 0;  ///< from the top of the static text to its baseline: grows where a fallback face takes part
    qreal noteAscent = 0;
    bool noteIsState = false;   ///< "cordoned", "not ready" instead of the free amount
    bool noteIsParts = false;   ///< "4/8 slots": all that is known of the node's cards
    bool noteIsBeside = false;  ///< it stands right of the cells, in their row
  };

  /// `glyphRoom`: what the mark before a name takes, logical px.
  void setFonts(const QFont& name, const QFont& note, int glyphRoom);
  int glyphRoom() const { return m_glyphRoom; }
  void clear() { m_texts.clear(); }
  /// `width`: of the block, `cells`: of the node's cells, logical px. The free amount ends with the cells; where it
  /// does not fit beside the name it stands right of them, or is left out. A state ("cordoned") and slots may use the
  /// whole block.
  const Texts& of(const NodePtr& node, int width, int cells);

 private:
  void layOut(Texts& texts) const;
  QFont m_nameFont, m_noteFont;
  int m_glyphRoom = 0;
  std::unordered_map<const NodeRecord*, Texts> m_texts;
};

}  // namespace cardinal::ui
