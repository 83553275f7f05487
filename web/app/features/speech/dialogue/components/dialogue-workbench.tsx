import { useQuery } from "@tanstack/react-query";
import type { Model } from "@timbre/contract/models/endpoints.ts";
import { speechPaths } from "@timbre/contract/speech/paths.ts";
import { maxCharactersPerRequest, maxDialogueLines } from "@timbre/contract/speech/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { estimateDuration } from "@timbre/ui/audio/time.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { Sheet } from "@timbre/ui/primitives/overlays/sheet.tsx";
import { Plus, SlidersHorizontal, Square } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { openLines } from "../../../../lib/api/api.ts";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { useLeaveWarning } from "../../../../lib/forms/leave-warning.ts";
import { useDebouncedValue } from "../../../../lib/forms/use-debounced-value.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { useMedia } from "../../../../lib/page/use-media.ts";
import { useStored } from "../../../../lib/storage/use-stored.ts";
import { counted } from "../../../../lib/text/format.ts";
import { historyItemQuery } from "../../../history/history.item.public.ts";
import { modifier } from "../../components/composer.tsx";
import { CostLine } from "../../components/cost-line.tsx";
import { DictionaryPicker } from "../../components/dictionary-picker.tsx";
import { GenerationError } from "../../components/generation-error.tsx";
import { LanguageHint } from "../../components/language-hint.tsx";
import { SettingSlider } from "../../components/setting-slider.tsx";
import { FormatSection, SettingsSection } from "../../components/speech-settings.tsx";
import { useCredits } from "../../components/use-price.ts";
import { formatGate, formatMime, playsWhenComplete } from "../../model/formats.ts";
import { priceOf } from "../../model/price.ts";
import { sliders } from "../../model/sliders.ts";
import { defaultSettings, parseSettings, type Settings, supports } from "../../model/speech-request.ts";
import { useGeneration } from "../../speech.generation.queries.ts";
import { dialogueEstimateQuery } from "../../speech.queries.ts";
import { contrastingVoice } from "../model/cast.ts";
import { castOf, newLine } from "../model/script.ts";
import { useScript } from "../model/use-script.ts";
import { CastList } from "./cast-list.tsx";
import { PasteScript } from "./paste-script.tsx";
import { ScriptLineRow } from "./script-line.tsx";
import { type PlayingScript, useSpeakingLine } from "./use-speaking-line.ts";

/** The dialogue editor: lines with their own voices, generated as one piece of audio. */
export function DialogueWorkbench({ voices, models }: { voices: Voice[]; models: Model[] }) {
	const script = useScript(voices);
	const { lines } = script;
	const [stored, setStored] = useStored("settings:text-to-dialogue", "");
	const settings = parseSettings(stored);
	const setSettings = (next: Settings) => setStored(JSON.stringify(next));
	const [sheetOpen, setSheetOpen] = useState(false);
	const wide = useMedia("(min-width: 64rem)");
	const { start, stop, busy, outcome, error, reset } = useGeneration();
	const [playing, setPlaying] = useState<PlayingScript | null>(null);
	const speaking = useSpeakingLine(playing);
	useOpenedItem(script.replaceAll);
	useLeaveWarning(busy || script.draft !== "saved");

	const voiceOf = (id: string): Voice => voices.find((voice) => voice.voice_id === id) ?? (voices[0] as Voice);
	const isUsed = (voice: Voice) => lines.some((line) => line.voiceId === voice.voice_id);
	const filled = lines.filter((line) => line.text.trim() !== "");
	// A voice that another speaker has would make two speakers sound the same.
	const unusedFirst = voices.toSorted((one, other) => Number(isUsed(one)) - Number(isUsed(other)));
	const usedModels = models.filter((model) =>
		filled.some((line) => voiceOf(line.voiceId).high_quality_base_model_ids.includes(model.model_id)),
	);
	const supportsStability = usedModels.length === 0 || usedModels.some((model) => supports(model, "stability"));
	const body = {
		inputs: filled.map((line) => ({ text: line.text, voice_id: voiceOf(line.voiceId).voice_id })),
		...(supportsStability ? { settings: { stability: settings.stability } } : {}),
		...(settings.dictionaries.length > 0
			? { pronunciation_dictionary_locators: settings.dictionaries.map((id) => ({ pronunciation_dictionary_id: id })) }
			: {}),
	};
	const key = JSON.stringify(body);
	const debouncedKey = useDebouncedValue(key, 400);
	const estimate = useQuery(dialogueEstimateQuery(debouncedKey));
	const credits = useCredits();
	const characters = filled.reduce((sum, line) => sum + line.text.length, 0);
	const current = estimate.data && !estimate.isPlaceholderData && debouncedKey === key ? estimate.data : undefined;
	const price = priceOf({
		characters: current?.characters ?? characters,
		estimate: current && { newCharacters: current.new_characters, credits: current.credits },
		failed: estimate.isError ? messageOf(estimate.error) : undefined,
		limit: maxCharactersPerRequest,
		left: credits.left,
		empty: filled.length === 0,
		allowsOverage: credits.allowsOverage,
	});
	const format = formatGate(settings.format, credits.tier) ? defaultSettings.format : settings.format;

	const generate = () => {
		if (busy || !price.ready) return;
		const cast = [...new Set(filled.map((line) => voiceOf(line.voiceId).name))].join(", ");
		const text = filled.map((line) => line.text).join("\n");
		const segments: PlayingScript["segments"] = [];
		start({
			open: (signal) =>
				openLines(
					playsWhenComplete(format) ? speechPaths.dialogueWithTimestamps : speechPaths.dialogueStreamWithTimestamps,
					{
						query: { output_format: format as never },
						body,
						signal,
					},
				),
			mimeType: formatMime(format),
			item: {
				extra: { text },
				player: {
					title: text.slice(0, 200),
					description: cast,
					duration: estimateDuration(text) * 1000,
					voice_id: filled[0]?.voiceId ?? null,
					voice_name: cast,
				},
			},
			onStart: (itemId) => setPlaying({ itemId, lineIds: filled.map((line) => line.id), segments }),
			onLine: (line) => segments.push(...(line.voice_segments ?? [])),
		});
	};
	const paste = (text: string, after: number) => {
		const added = script.paste(text, after);
		if (added === 0) return false;
		toaster.show({
			title: `${counted(added, "line")} added`,
			action: { label: "Undo", onAction: () => script.replaceAll(lines) },
		});
		return true;
	};
	const events = { ...script.events, generate, paste };
	const aside = (
		<div className="flex flex-col gap-6">
			<SettingsSection title="Cast">
				<CastList lines={lines} voiceOf={voiceOf} onReplace={script.replaceVoice} />
			</SettingsSection>
			<SettingSlider
				slider={sliders.stability}
				value={settings.stability}
				onChange={(stability) => setSettings({ ...settings, stability })}
				disabledReason={supportsStability ? undefined : "Not supported by the models of these voices."}
			/>
			<SettingsSection title="Pronunciation">
				<DictionaryPicker
					value={settings.dictionaries}
					onChange={(dictionaries) => setSettings({ ...settings, dictionaries })}
				/>
			</SettingsSection>
			<FormatSection value={settings.format} onChange={(next) => setSettings({ ...settings, format: next })} />
		</div>
	);
	return (
		<div className="flex min-h-0 flex-1">
			<div className="flex min-h-0 min-w-0 flex-1 flex-col">
				<div className="min-h-0 flex-1 overflow-y-auto px-4 py-5 md:px-8 lg:px-12">
					<ol aria-label="Lines" className="flex max-w-3xl flex-col gap-3">
						{lines.map((line, index) => (
							<ScriptLineRow
								key={line.id}
								line={line}
								index={index}
								count={lines.length}
								voice={voiceOf(line.voiceId)}
								speaking={line.id === speaking}
								events={events}
							/>
						))}
					</ol>
					<div className="mt-3 flex max-w-3xl flex-wrap items-center gap-2">
						<Button
							size="small"
							disabled={lines.length >= maxDialogueLines}
							onClick={() => script.events.addAfter(lines.length - 1)}
						>
							<Plus aria-hidden="true" />
							Add line
						</Button>
						<PasteScript onPaste={(text) => paste(text, lines.length - 1)} />
						{filled.length === 0 ? (
							<Button size="small" variant="quiet" onClick={() => script.replaceAll(exampleFor(voices))}>
								Try an example
							</Button>
						) : null}
						<p className="text-muted text-xs max-md:hidden">
							<Kbd>↵</Kbd> to add a line, <Kbd>Alt ↑</Kbd> <Kbd>Alt ↓</Kbd> to move it
						</p>
					</div>
				</div>
				{busy
					? null
					: castOf(filled).map(({ voiceId }) => (
							<LanguageHint
								key={voiceId}
								text={filled.flatMap((line) => (line.voiceId === voiceId ? [line.text] : [])).join("\n")}
								voice={voiceOf(voiceId)}
								voices={unusedFirst}
								onVoiceChange={(voice) => script.replaceVoice(voiceId, voice)}
								subject={`${voiceOf(voiceId).name}'s lines look`}
							/>
						))}
				{error ? (
					<GenerationError
						error={error}
						onRetry={() => {
							reset();
							generate();
						}}
					/>
				) : null}
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-3 md:px-8 lg:px-12">
					<CostLine id="dialogue-count" price={price} draft={script.draft} />
					<div className="flex items-center gap-2 max-md:w-full">
						{wide ? null : (
							<IconButton label="Cast and settings" variant="outline" onClick={() => setSheetOpen(true)}>
								<SlidersHorizontal aria-hidden="true" />
							</IconButton>
						)}
						{busy ? (
							<Button variant="primary" onClick={stop} className="max-md:ml-auto">
								<Square aria-hidden="true" fill="currentColor" className="!size-3" />
								Stop
							</Button>
						) : (
							<Button
								variant="primary"
								disabled={!price.ready}
								onClick={generate}
								aria-describedby="dialogue-count"
								className="max-md:ml-auto"
							>
								Generate
								<Kbd className="-mr-1 border-current/30 bg-transparent text-current max-md:hidden">{modifier} ↵</Kbd>
							</Button>
						)}
					</div>
				</div>
			</div>
			{wide ? (
				<aside aria-label="Cast and settings" className="w-84 shrink-0 overflow-y-auto border-line border-l px-5 py-5">
					{aside}
				</aside>
			) : (
				<Sheet open={sheetOpen} onOpenChange={setSheetOpen} title="Cast and settings">
					<div className="px-4 pb-8">{aside}</div>
				</Sheet>
			)}
			<p role="status" className="sr-only">
				{busy ? "Generating dialogue." : outcome === "done" ? "Dialogue generated and saved to history." : ""}
				{script.announcement}
			</p>
		</div>
	);
}

/** Loads the lines of a dialogue opened from the history into the editor. */
function useOpenedItem(replaceAll: (lines: ReturnType<typeof newLine>[]) => void) {
	const [search, setSearch] = useSearchParams();
	const requestedId = search.get("item");
	const item = useQuery({ ...historyItemQuery(requestedId ?? ""), enabled: requestedId !== null });
	useEffect(() => {
		if (!item.data?.dialogue) return;
		replaceAll(item.data.dialogue.map((line) => newLine(line.voice_id, line.text)));
		setSearch({}, { replace: true });
	}, [item.data, replaceAll, setSearch]);
}

function exampleFor(voices: Voice[]) {
	const [first] = voices;
	const one = first?.voice_id ?? "";
	const other = (first && contrastingVoice(voices, [first])?.voice_id) ?? one;
	return [
		newLine(one, "Did you hear that? It came from the lighthouse."),
		newLine(other, "It is only the wind. It always sounds like singing up there."),
		newLine(one, "The wind does not know the second verse."),
	];
}
