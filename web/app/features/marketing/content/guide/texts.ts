import affiliateGuide from "./affiliate-guide.md?raw";
import voiceGuide from "./voice-guide.md?raw";

/** Only loaders may import this. */
export const guideTexts = { affiliateGuide, voiceGuide };
