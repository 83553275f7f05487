import type { Block } from "../../articles/model/markdown.ts";
import cloning from "./cloning.md?blocks";
import type { GuideSlug } from "./guides.ts";
import migration from "./migration.md?blocks";
import openaiClients from "./openai-clients.md?blocks";
import pronunciation from "./pronunciation.md?blocks";
import quickStart from "./quick-start.md?blocks";
import selfHosting from "./self-hosting.md?blocks";
import streaming from "./streaming.md?blocks";
import timestamps from "./timestamps.md?blocks";
import webhooks from "./webhooks.md?blocks";

/** Invariant: imported by loaders only. */
export const guideTexts: Record<GuideSlug, readonly Block[]> = {
	"quick-start": quickStart,
	migration,
	"openai-clients": openaiClients,
	streaming,
	timestamps,
	pronunciation,
	cloning,
	webhooks,
	"self-hosting": selfHosting,
};
