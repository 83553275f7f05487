import { useQuery } from "@tanstack/react-query";
import type { Model } from "@timbre/contract/models.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { AudioLines, Play, Square } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Link } from "react-router";
import { useDraft } from "../../lib/draft.ts";
import { count } from "../../lib/format.ts";
import { speechPath } from "../../lib/redirect.ts";
import { useStored } from "../../lib/use-stored.ts";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { modelsQuery } from "../models/models.public.ts";
import { isPickable } from "../voices/voices.choice.public.ts";
import { VoicePicker } from "../voices/voices.picker.public.tsx";
import { voicesQuery } from "../voices/voices.public.tsx";
import { priceWords } from "./components/cost-line.tsx";
import { Failure } from "./components/failure.tsx";
import { parseSettings } from "./components/speech-request.ts";
import { starters } from "./components/starters.ts";
import { toSpeak } from "./components/to-speak.ts";
import { usePrice } from "./components/use-price.ts";
import { useVoiceAndModel } from "./components/voice-and-model.ts";
import { useSpeaking } from "./speech.speaking.queries.ts";

/** A few words, a voice, and the sound: speech without leaving the page one is on. */
export function QuickComposer() {
	const voices = useQuery(voicesQuery);
	const models = useQuery(modelsQuery);
	const failed = voices.isError ? voices : models.isError ? models : null;
	const usable = voices.data?.filter(isPickable);
	if (failed) {
		return (
			<Card>
				<LoadFailure
					title={voices.isError ? "The voices could not be loaded" : "The models could not be loaded"}
					query={failed}
				/>
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
					Voices come with a speech model. Run <code className="font-mono text-[13px]">npm run models</code> on the
					server to fetch one.
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
	const { speak, stop, busy, outcome, error, reset } = useSpeaking();
	const [spokenId, setSpokenId] = useState("");
	if (!voice) return null;
	const hear = () => {
		use(voice);
		speak({ ...toSpeak({ text, voice, model, settings }, format), onStart: setSpokenId });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		if (price.ready && !busy) hear();
	};
	return (
		<Card className="focus-within:border-control">
			<textarea
				aria-label="Text to speak"
				aria-describedby="quick-price"
				aria-invalid={price.tooLong || undefined}
				placeholder="Write a sentence and hear it."
				rows={3}
				value={text}
				onChange={(event) => setText(event.target.value)}
				onKeyDown={onKeyDown}
				className="field-sizing-content block max-h-64 min-h-24 w-full resize-none rounded-t-card bg-transparent px-4 pt-4 pb-2 text-[17px] leading-7 outline-none placeholder:text-muted focus-visible:shadow-[inset_2px_0_0_var(--ink)]"
			/>
			{text === "" ? (
				<div className="flex flex-wrap gap-2 px-4 pb-3">
					{starters.map((starter) => (
						<Button key={starter.label} size="small" onClick={() => setText(starter.text)}>
							{starter.label}
						</Button>
					))}
				</div>
			) : null}
			{error ? (
				<Failure
					error={error}
					onRetry={() => {
						reset();
						hear();
					}}
				/>
			) : null}
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-3 py-3">
				<VoicePicker value={voice} onChange={chooseVoice} compact className="max-w-52" />
				<p id="quick-price" className="text-[13px] text-muted tabular max-sm:order-last max-sm:w-full">
					{priceWords(price)}
					{price.tooLong ? `. At most ${count(price.limit ?? 0)} at once.` : ""}
					{!price.tooLong && price.tooDear ? `. You have ${count(price.left ?? 0)} left.` : ""}
				</p>
				<div className="ml-auto flex items-center gap-2">
					{spokenId && !busy ? (
						<Button asChild variant="quiet">
							<Link to={`${speechPath}?item=${spokenId}`} prefetch="intent">
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
						<Button variant="primary" disabled={!price.ready} onClick={hear}>
							<Play aria-hidden="true" fill="currentColor" strokeWidth={0} />
							Hear it
						</Button>
					)}
				</div>
			</div>
			<p role="status" className="sr-only">
				{busy ? "Making speech." : outcome === "done" ? "The speech is complete and saved in the history." : ""}
			</p>
		</Card>
	);
}
