// Podcasts: a project whose script is written from texts and web pages.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import type { podcastEndpoints } from "@timbre/contract/studio/podcasts.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { requireModel } from "../../speech/speech.public.ts";
import { claimUpload, type UrlUploadDeps } from "../../uploads/uploads.public.ts";
import { requireCredits } from "../../usage/usage.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { requireCallbackUrl } from "../callbacks/callbacks.service.ts";
import { insertImport } from "../imports/imports.repo.ts";
import { requireOpenImport } from "../imports/imports.service.ts";
import { withDocument } from "../imports/sources.service.ts";
import { createProject } from "../projects/projects.service.ts";
import { requireStudioVoice } from "../projects/voices.service.ts";
import type { StudioCaller } from "../types.ts";
import { podcastWorkflow } from "./podcasts.workflow.ts";
import type { PodcastRequest, PodcastSource } from "./types.ts";
import { placeholderName } from "./types.ts";
import { storeFile } from "./work-files.service.ts";

type Endpoint = (typeof podcastEndpoints)["createPodcast"];
type Body = InputOf<Endpoint>["body"];

export async function createPodcast(
	deps: UrlUploadDeps,
	caller: StudioCaller,
	body: Body,
): Promise<ResponseOf<Endpoint>> {
	const { db, storage } = deps;
	const { workspaceId, userId } = caller;
	requireCallbackUrl(deps.outbound, body.callback_url);
	// What it costs is known once the script is there.
	await requireCredits(db, workspaceId, await getTier(db, workspaceId), 1);
	const voices = await requireVoices(deps, caller, body);
	const importId = newId();
	return withSources(deps, caller, [body.source].flat(), [], async (sources) => {
		const request: PodcastRequest = {
			...voices,
			scale: body.duration_scale,
			language: body.language ?? "",
			intro: body.intro ?? "",
			outro: body.outro ?? "",
			instructions: body.instructions_prompt ?? "",
			highlights: body.highlights ?? [],
			sources,
		};
		await storeFile(storage, workspaceId, importId, "request", request);
		return createProject(db, caller, projectOf(body, voices.hostVoiceId), async (tx, projectId) => {
			await requireOpenImport(tx, caller);
			for (const source of sources)
				if (source.kind === "document")
					await claimUpload(tx, workspaceId, source.uploadId, `studio-import:${importId}`);
			await insertImport(tx, workspaceId, {
				id: importId,
				userId,
				purpose: "podcast",
				projectId,
				chapterId: null,
				sourceName: "podcast",
				assignVoices: false,
			});
			await addToOutbox(tx, GLOBAL, {
				target: podcastWorkflow.name,
				key: importId,
				payload: { workspaceId, projectId, importId },
			});
		});
	});
}

async function requireVoices(
	{ db }: Pick<UrlUploadDeps, "db">,
	caller: StudioCaller,
	{ mode, model_id }: Body,
): Promise<Pick<PodcastRequest, "hostVoiceId" | "guestVoiceId">> {
	const path = `mode.${mode.type}`;
	const host_voice_id = mode.type === "bulletin" ? mode.bulletin.host_voice_id : mode.conversation.host_voice_id;
	const host = await requireStudioVoice(db, caller, host_voice_id, `${path}.host_voice_id`);
	const guest_voice_id = mode.type === "bulletin" ? undefined : mode.conversation.guest_voice_id;
	// The guest may have another model: each voice speaks with its own.
	if (guest_voice_id !== undefined) await requireStudioVoice(db, caller, guest_voice_id, `${path}.guest_voice_id`);
	requireModel(host, model_id);
	return { hostVoiceId: host_voice_id, ...(guest_voice_id === undefined ? {} : { guestVoiceId: guest_voice_id }) };
}

/** Calls `use` with all sources. Documents that it doesn't claim are deleted. */
async function withSources<T>(
	deps: UrlUploadDeps,
	caller: StudioCaller,
	[next, ...rest]: Extract<Body["source"], unknown[]>,
	done: PodcastSource[],
	use: (sources: PodcastSource[]) => Promise<T>,
): Promise<T> {
	if (!next) return use(done);
	if (next.type === "text") return withSources(deps, caller, rest, [...done, { kind: "text", text: next.text }], use);
	return withDocument(deps, caller, { url: next.url, param: "source.url" }, ({ uploadId, fileName }) =>
		withSources(deps, caller, rest, [...done, { kind: "document", uploadId, fileName }], use),
	);
}

const projectOf = (body: Body, hostVoiceId: string) => ({
	name: placeholderName,
	default_title_voice_id: hostVoiceId,
	default_paragraph_voice_id: hostVoiceId,
	language: body.language,
	quality_preset: body.quality_preset,
	apply_text_normalization: body.apply_text_normalization,
	source_type: "genfm" as const,
	auto_convert: body.auto_convert,
	callback_url: body.callback_url,
});
