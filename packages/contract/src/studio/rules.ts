// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.
import type { Tier } from "../plans.ts";

export const maxProjectNameCharacters = 200;
export const maxChapterNameCharacters = 200;
export const maxChapters = 500;
/** About 50,000 words: five hours of speech. */
export const maxChapterCharacters = 300_000;
export const maxChapterBlocks = 10_000;
export const maxCommentCharacters = 2_000;
export const maxCommentsPerChapter = 1_000;
export const maxProjectDictionaries = 10;

/** Projects per workspace. */
export const maxProjects: Record<Tier, number> = {
	free: 3,
	starter: 20,
	creator: 1_000,
	pro: 1_000,
	growing_business: 10_000,
	scale_2024_08_10: 10_000,
	trial: 1_000,
	enterprise: 100_000,
};

export const blockTypes = ["p", "h1", "h2", "h3"] as const;
export type BlockType = (typeof blockTypes)[number];

export const targetAudiences = ["children", "young adult", "adult", "all ages"] as const;
export const qualityPresets = ["standard", "high", "ultra", "ultra_lossless"] as const;
export const normalizations = ["auto", "on", "off", "apply_english"] as const;
export const sourceTypes = ["blank", "book", "article", "genfm", "video", "screenplay"] as const;
export const fictions = ["fiction", "non-fiction"] as const;

/** The name of a chapter's text in its Yjs document: an XML fragment in the format of y-prosemirror. */
export const documentField = "content";

/** A passage that a comment is about is quoted up to this length. */
export const maxQuoteCharacters = 300;

export const documentFormats = ["txt", "md", "html", "docx", "epub", "pdf"] as const;
/** For file inputs. What a document is, is found out from its content. */
export const documentFileTypes = ".txt,.md,.markdown,.html,.htm,.docx,.epub,.pdf";
export const maxDocumentBytes = 50_000_000;
/** All chapters of a document together: about 800,000 words. */
export const maxImportCharacters = 5_000_000;
/** Imports that are being read, or wait to be accepted, per user. */
export const maxOpenImports = 20;
/** An import that isn't accepted is deleted after this time. */
export const importSeconds = 7 * 24 * 3600;
/** What an import leaves out of the text unless it is told to keep it. */
export const droppedKinds = ["page_number", "running_head", "footnote"] as const;
export type DroppedKind = (typeof droppedKinds)[number];
export const revisionStates = ["reading", "comparing", "ready", "applying", "applied", "failed"] as const;
export const revisionChangeKinds = ["changed", "added", "deleted", "moved"] as const;
export type RevisionChangeKind = (typeof revisionChangeKinds)[number];
/** Changes of a revision per page. */
export const maxListedChanges = 200;
/** Different passages of a kind that an import lists. */
export const maxDroppedPassages = 300;

export const maxCharacters = 500;
export const maxCharacterNameCharacters = 100;
export const maxCharacterAliases = 30;
/** A guess below this is shown for review. */
export const sureConfidence = 0.7;
export const maxListedLines = 500;
/** Stands for the character of a line that the narrator speaks. */
export const narratorKey = "narrator";

export const conversionStates = ["queued", "running", "done", "failed", "canceled"] as const;
/** Sentences of the list of misread ones. */
export const maxListedMisread = 200;
export const rehearsalsPerHour = 30;

export const exportFormats = [
	"mp3",
	"mp3_zip",
	"wav",
	"wav_zip",
	"m4b",
	"epub",
	"srt",
	"vtt",
	"json",
	"bundle",
] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportLoudness = ["acx", "lufs_16", "lufs_18", "lufs_23", "none"] as const;
export type ExportLoudness = (typeof exportLoudness)[number];
export const exportStates = ["queued", "running", "done", "failed", "canceled"] as const;
/** Exports that a project keeps. */
export const maxExports = 50;
export const acxRules = [
	"rms",
	"peak",
	"noise_floor",
	"head",
	"tail",
	"length",
	"sample_rate",
	"bitrate",
	"bitrates",
] as const;
export const maxCoverBytes = 10_000_000;
/** Archives that are larger would need 64-bit sizes. */
export const maxBundleBytes = 4_000_000_000;
/** For file inputs. What a bundle is, is found out from its content. */
export const bundleFileTypes = ".timbre,.zip";

export const podcastScales = ["short", "default", "long"] as const;
export type PodcastScale = (typeof podcastScales)[number];
export const maxPodcastSources = 10;
export const maxPodcastSourceCharacters = 200_000;

export const maxSearchCharacters = 200;
/** Passages that a search returns. */
export const maxFoundPassages = 200;
