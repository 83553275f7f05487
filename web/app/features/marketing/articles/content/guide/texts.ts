import affiliateGuide from "./affiliate-guide.md?raw";
import voiceGuide from "./voice-guide.md?raw";

/** Invariant: imported by loaders only. */
export const guideTexts = { affiliateGuide, voiceGuide };
