import { useQuery } from "@tanstack/react-query";
import type { Model } from "@timbre/contract/models/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { AudioLines, Play, Square } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Link } from "react-router";
import { useDraft } from "../../lib/forms/draft.ts";
import { speechPath } from "../../lib/session/redirect.ts";
import { useStored } from "../../lib/storage/use-stored.ts";
import { count } from "../../lib/text/format.ts";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { modelsQuery } from "../models/models.public.ts";
import { isSelectable } from "../voices/voices.choice.public.ts";
import { VoicePicker } from "../voices/voices.picker.public.tsx";
import { voicesQuery } from "../voices/voices.public.ts";
import { GenerationError } from "./components/generation-error.tsx";
import { usePrice } from "./components/use-price.ts";
import { exampleTexts } from "./model/example-texts.ts";
import { generationRequest } from "./model/generation-request.ts";
import { priceText } from "./model/price.ts";
import { parseSettings } from "./model/speech-request.ts";
import { useVoiceAndModel } from "./model/voice-and-model.ts";
import { useGeneration } from "./speech.generation.queries.ts";
import { quickPlaceholder, quickTextClass } from "./speech.quick-text.public.ts";

/** A small text-to-speech editor for other pages. */
export function QuickComposer() {
	const voices = useQuery(voicesQuery);
	const models = useQuery(modelsQuery);
	const failedQuery = voices.isError ? voices : models.isError ? models : null;
	const usable = voices.data?.filter(isSelectable);
	if (failedQuery) {
		return (
			<Card>
				<LoadFailure title={voices.isError ? "Couldn't load voices" : "Couldn't load models"} query={failedQuery} />
			</Card>
		);
	}
	if (!usable || !models.data) {
		return (
			<Card aria-busy="true" className="flex flex-col gap-3 p-4">
				<p className="sr-only">Loading voices</p>
				<Skeleton className="h-24" />
				<Skeleton className="h-9 w-48" />
			</Card>
		);
	}
	if (usable.length === 0) {
		return (
			<Card>
				<EmptyState icon={<AudioLines aria-hidden="true" />} title="No voices yet" className="py-10">
					Voices come with speech models. Run <code className="font-mono text-[13px]">npm run models</code> on the
					server to download one.
				</EmptyState>
			</Card>
		);
	}
	return <Quick voices={usable} models={models.data} />;
}

function Quick({ voices, models }: { voices: Voice[]; models: Model[] }) {
	const [text, setText] = useDraft("home");
	const [storedSettings] = useStored("settings:text-to-speech", "");
	const settings = parseSettings(storedSettings);
	const { voice, model, chooseVoice, use } = useVoiceAndModel(voices, models);
	const { price, format } = usePrice(text, voice && { text, voice, model, settings });
	const { start, stop, busy, outcome, error, reset } = useGeneration();
	const [resultId, setResultId] = useState("");
	if (!voice) return null;
	const generate = () => {
		use(voice);
		start({ ...generationRequest({ text, voice, model, settings }, format), onStart: setResultId });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		if (price.ready && !busy) generate();
	};
	return (
		<Card className="focus-within:border-control">
			<textarea
				aria-label="Text to speak"
				aria-describedby="quick-price"
				aria-invalid={price.tooLong || undefined}
				placeholder={quickPlaceholder}
				rows={3}
				value={text}
				onChange={(event) => setText(event.target.value)}
				onKeyDown={onKeyDown}
				className={quickTextClass}
			/>
			{text === "" ? (
				<div className="flex flex-wrap gap-2 px-4 pb-3">
					{exampleTexts.map((example) => (
						<Button key={example.label} size="small" onClick={() => setText(example.text)}>
							{example.label}
						</Button>
					))}
				</div>
			) : null}
			{error ? (
				<GenerationError
					error={error}
					onRetry={() => {
						reset();
						generate();
					}}
				/>
			) : null}
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-3 py-3">
				<VoicePicker value={voice} onChange={chooseVoice} compact className="max-w-52" />
				<p id="quick-price" className="text-[13px] text-muted tabular max-sm:order-last max-sm:w-full">
					{priceText(price)}
					{price.tooLong ? `. The limit is ${count(price.limit ?? 0)} characters.` : ""}
					{!price.tooLong && price.overCredits ? `. You have ${count(price.left ?? 0)} credits left.` : ""}
				</p>
				<div className="ml-auto flex items-center gap-2">
					{resultId && !busy ? (
						<Button asChild variant="quiet">
							<Link to={`${speechPath}?item=${resultId}`} prefetch="intent">
								Open in text to speech
							</Link>
						</Button>
					) : null}
					{busy ? (
						<Button variant="primary" onClick={stop}>
							<Square aria-hidden="true" fill="currentColor" className="!size-3" />
							Stop
						</Button>
					) : (
						<Button variant="primary" disabled={!price.ready} onClick={generate}>
							<Play aria-hidden="true" fill="currentColor" strokeWidth={0} />
							Generate
						</Button>
					)}
				</div>
			</div>
			<p role="status" className="sr-only">
				{busy ? "Generating speech." : outcome === "done" ? "Speech generated and saved to history." : ""}
			</p>
		</Card>
	);
}
