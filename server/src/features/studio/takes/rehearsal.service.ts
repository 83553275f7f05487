// Hearing another voice before anything is paid.
// Invariant: a rehearsal stores no takes, so nothing that it speaks is free later.

import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Rehearsal } from "@timbre/contract/studio/take-schemas.ts";
import type { takeEndpoints } from "@timbre/contract/studio/takes.ts";
import type { Context } from "../../../core/http/context.ts";
import { speechError } from "../../../core/speech-errors.ts";
import type { SpeechDeps } from "../../speech/speech.public.ts";
import { characterNotFound } from "../cast/cast.present.ts";
import { findCharacter } from "../cast/cast.repo.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import type { Block, BlockNode } from "../document/blocks.ts";
import { requireProject } from "../projects/access.service.ts";
import { requireStudioVoice } from "../projects/voices.service.ts";
import { chooseTakes } from "../sentences/choice.service.ts";
import { type ChapterText, createPlanner, loadChapterText } from "../sentences/plan.service.ts";
import { priceChapter } from "../sentences/price.service.ts";
import type { ChapterPlan, ChosenPlan } from "../sentences/types.ts";

type Input = InputOf<(typeof takeEndpoints)["rehearse"]>["body"];
type PassagePlan = Pick<ChapterPlan, "chapterId" | "voices" | "sentences">;
type Passage = { chapterId: string; plan: PassagePlan; from: number; to: number };

const passageCount = 3;
const passageCharacters = 220;

/** Speaks passages from the start, the middle and the end of what the voice would speak, and says what changing to it costs. */
export async function rehearse(
	deps: SpeechDeps,
	context: Context,
	projectId: string,
	input: Input,
): Promise<Rehearsal> {
	const { db } = deps;
	const { workspaceId } = context;
	const project = await requireProject(db, context, projectId, "edit");
	await requireStudioVoice(db, context, input.voice_id);
	if (input.replaces === "character" || input.character_id !== undefined)
		if (!(await findCharacter(db, workspaceId, projectId, input.character_id ?? ""))) throw characterNotFound();
	const planner = await createPlanner(deps, context, project);
	const plans: ChosenPlan[] = [];
	const rendered = new Set<string>();
	let credits = 0;
	let newCharacters = 0;
	for (const { id } of await listChapterRows(db, workspaceId, projectId)) {
		const text = replaceVoice(await loadChapterText(db, workspaceId, id), input);
		const planned = await planner(text);
		const spoken = planned.sentences.filter(({ voice }) => planned.voices[voice]?.voiceId === rehearsedId(input));
		const plan = await chooseTakes(db, workspaceId, projectId, { ...planned, sentences: spoken });
		const price = await priceChapter(deps, workspaceId, plan, rendered);
		credits += price.credits;
		newCharacters += price.new_characters;
		plans.push(plan);
	}
	const passages = choosePassages(plans);
	if (passages.length === 0)
		throw new AppError("empty_text", "Nothing in this project would be spoken by that voice yet.");
	return {
		passages: await Promise.all(
			passages.map(async (passage) => ({
				chapter_id: passage.chapterId,
				block_id: passage.plan.sentences[passage.from]?.blockId ?? "",
				text: textOf(passage),
				audio_base64: (await speakPassage(deps, context, passage)).toString("base64"),
			})),
		),
		sentences: plans.reduce((sum, { sentences }) => sum + sentences.length, 0),
		new_characters: newCharacters,
		credits,
	};
}

const rehearsedId = ({ voice_id }: Input) => voice_id;

/** The text with the voice where it would be. Text that has a voice of its own keeps it. */
function replaceVoice(text: ChapterText, { replaces, voice_id, character_id }: Input): ChapterText {
	const isReplaced = ({ type }: Block, { voiceId, line }: BlockNode): boolean => {
		if (voiceId !== null) return false;
		if (replaces === "character") return line?.characterId === character_id;
		return !line && (type === "p") === (replaces === "paragraphs");
	};
	return {
		...text,
		blocks: text.blocks.map((block) => ({
			...block,
			nodes: block.nodes.map((node) => (isReplaced(block, node) ? { ...node, voiceId: voice_id } : node)),
		})),
	};
}

/** Runs of sentences of one block, spread evenly over everything the voice speaks. None is heard twice. */
function choosePassages(plans: readonly ChosenPlan[]): Passage[] {
	const all = plans.flatMap((plan) => plan.sentences.map((_, from) => ({ plan, from })));
	const passages: Passage[] = [];
	let heard = 0;
	for (let at = 0; at < passageCount; at++) {
		const position = Math.max(heard, Math.floor((all.length * (at + 0.2)) / passageCount));
		const start = all[position];
		if (!start) break;
		const passage = passageFrom(start.plan, start.from);
		passages.push(passage);
		heard = position + passage.to - passage.from;
	}
	return passages;
}

/** The sentences of a block from one of them on, as many as are short enough to be heard at once. */
export function passageFrom(plan: PassagePlan, from: number): Passage {
	const blockId = plan.sentences[from]?.blockId;
	let to = from + 1;
	let length = plan.sentences[from]?.unit.text.length ?? 0;
	for (let next = plan.sentences[to]; next?.blockId === blockId; next = plan.sentences[to]) {
		length += next?.unit.text.length ?? 0;
		if (length > passageCharacters) break;
		to++;
	}
	return { chapterId: plan.chapterId, plan, from, to };
}

const textOf = ({ plan, from, to }: Passage): string =>
	plan.sentences
		.slice(from, to)
		.map(({ unit }) => unit.text)
		.join("")
		.trim();

/** A passage as MP3. */
export async function speakPassage(
	{ speech }: Pick<SpeechDeps, "speech">,
	{ signal }: Pick<Context, "signal">,
	{ plan, from, to }: Passage,
): Promise<Buffer> {
	const sentences = plan.sentences.slice(from, to);
	const pieces: Uint8Array[] = [];
	const request = {
		voices: plan.voices.map((voice) => voice.speech),
		units: sentences.map(({ unit, start, characters, voice }) => ({
			...unit,
			text: unit.text.slice(0, passageCharacters * 2),
			voice,
			start,
			end: start + characters,
		})),
		format: "mp3_44100_128",
		priority: "interactive",
	} as const;
	try {
		for await (const event of speech.speak(request, signal)) if (event.type === "audio") pieces.push(event.bytes);
	} catch (error) {
		throw speechError(error);
	}
	return Buffer.concat(pieces);
}
