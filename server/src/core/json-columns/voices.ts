import {
	traitResult,
	type VoicePreview,
	type VoicePreviews,
	voicePreviews,
} from "@timbre/contract/voice-making/design.ts";
import { speakerSeparation, voiceSettings } from "@timbre/contract/voices/schemas.ts";
import type { SampleAnalysis } from "@timbre/engines/isolation/sample-analysis.ts";
import { z } from "zod";
import { jsonColumn } from "./column.ts";

/** SQL filters and searches labels, so they must stay an object of texts. */
const labels = z.record(z.string(), z.string());

export const shippedVoiceColumns = { labels: jsonColumn("shipped_voice.labels", labels) };

/** How a voice was created, for example its similarity to the recordings. */
export type OriginFacts = { similarity?: number | null; [fact: string]: unknown };

export const voiceColumns = {
	labels: jsonColumn("voice.labels", labels),
	origin_facts: jsonColumn<OriginFacts>("voice.origin_facts", z.looseObject({ similarity: z.number().nullish() })),
};

export type VoiceSettings = z.output<typeof voiceSettings>;

export const voiceSettingColumns = { settings: jsonColumn("voice_setting.settings", voiceSettings) };

/** Reader app content a published voice is limited to. */
const restriction = z.looseObject({ resource_type: z.enum(["read", "collection"]), resource_id: z.string() });
export type ReaderRestriction = { resource_type: "read" | "collection"; resource_id: string };

export const voicePublicationColumns = {
	labels: jsonColumn("voice_publication.labels", labels),
	reader_restricted_on: jsonColumn<ReaderRestriction[]>("voice_publication.reader_restricted_on", z.array(restriction)),
};

/** The stored part of a sample analysis, for the used ranges of the sample. */
export type StoredAnalysis = Pick<SampleAnalysis, "speechSeconds" | "peaks" | "traits" | "vector">;

const numbers = z.array(z.number());
export type SpeakerList = NonNullable<z.output<typeof speakerSeparation>["speakers"]>;

export const voiceSampleColumns = {
	traits: jsonColumn<StoredAnalysis | null>(
		"voice_sample.traits",
		z
			.looseObject({
				speechSeconds: z.number(),
				peaks: numbers,
				traits: z
					.looseObject({
						pitchHz: z.number(),
						pitchSpread: z.number(),
						syllablesPerSecond: z.number(),
						brightnessHz: z.number(),
						envelope: numbers,
						speechSeconds: z.number(),
						seconds: z.number(),
					})
					.nullable(),
				vector: numbers,
			})
			.nullable(),
	),
	speakers: jsonColumn<SpeakerList | null>("voice_sample.speakers", speakerSeparation.shape.speakers),
};

/** Stored metadata of a design preview. */
export type DesignMetadata = {
	seed: number;
	traits: z.output<typeof traitResult>[];
	measured: VoicePreview["measured"];
	mixed: boolean;
};

export const voiceDesignPreviewColumns = {
	facts: jsonColumn<DesignMetadata>(
		"voice_design_preview.facts",
		z.looseObject({
			seed: z.number(),
			traits: z.array(traitResult),
			measured: z.looseObject({
				pitch: z.number(),
				liveliness: z.number(),
				pace: z.number(),
				brightness: z.number(),
			}),
			mixed: z.boolean(),
		}),
	),
};

/** What a design job generates. `source` is the remixed voice as it was when the job was created. */
const designJobRequest = z.looseObject({
	voice_description: z.string(),
	text: z.string(),
	seed: z.number(),
	loudness: z.number(),
	guidance_scale: z.number(),
	prompt_strength: z.number().nullish(),
	source: z.looseObject({ id: z.string(), speaker: z.string(), language: z.string() }).optional(),
});
export type DesignJobRequest = z.output<typeof designJobRequest>;

export const voiceDesignJobColumns = {
	request: jsonColumn<DesignJobRequest>("voice_design_job.request", designJobRequest),
	result: jsonColumn<VoicePreviews | null>("voice_design_job.result", voicePreviews.nullable()),
};

export const voiceDesignRunColumns = {
	result: jsonColumn<VoicePreviews | null>("voice_design_run.result", voicePreviews.nullable()),
};
