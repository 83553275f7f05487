import affiliateGuide from "./affiliate-guide.md?blocks";
import voiceGuide from "./voice-guide.md?blocks";

/** Invariant: imported by loaders only. */
export const guideTexts = { affiliateGuide, voiceGuide };
