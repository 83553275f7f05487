import { languageName } from "@timbre/contract/language.ts";
import type { TraitResult, VoicePreview, VoicePreviews } from "@timbre/contract/voice-making/design.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Check, Minus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ClipButton } from "../../components/clip-button.tsx";
import { designPreviewUrl } from "../../voice-making.queries.ts";
import { SaveVoiceDialog } from "./save-voice-dialog.tsx";

type DesignResultProps = {
	pending: boolean;
	result: VoicePreviews | undefined;
	/** The description, saved with the voice. */
	description: string;
	kind: "designed" | "remixed";
	/** Just generated, as opposed to restored from an earlier visit. */
	isNew: boolean;
	onStop: () => void;
};

/** Three previews to play and choose from. */
export function DesignResult({ pending, result, description, kind, isNew, onStop }: DesignResultProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	// The result is below the fold on a phone: focus it so it scrolls into view and screen readers continue there.
	useEffect(() => {
		if (result && isNew) heading.current?.focus();
	}, [result, isNew]);
	if (pending) {
		return (
			<section aria-busy="true" aria-label="Voices" className="mt-10">
				<div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<p role="status" className="text-muted">
						Generating three previews. <Elapsed />
					</p>
					<Button size="small" onClick={onStop}>
						Cancel
					</Button>
				</div>
				<div className="grid gap-4 lg:grid-cols-3">
					<Skeleton className="h-56 rounded-card" />
					<Skeleton className="h-56 rounded-card" />
					<Skeleton className="h-56 rounded-card" />
				</div>
			</section>
		);
	}
	if (!result) return null;
	return (
		<section aria-label="Voices" className="mt-10">
			<h2 ref={heading} tabIndex={-1} className="font-semibold text-[15px] outline-none">
				Previews
			</h2>
			<p className="mt-0.5 mb-4 max-w-2xl text-muted">
				{isNew ? "" : `For “${description}”. `}Previews expire in 24 hours.
				{result.not_understood.length > 0 ? ` We couldn't use these words: ${result.not_understood.join(", ")}.` : ""}
			</p>
			<ol className="grid gap-4 lg:grid-cols-3">
				{result.previews.map((preview, i) => (
					<li key={preview.generated_voice_id} className="flex">
						<PreviewCard preview={preview} number={i + 1} description={description} kind={kind} />
					</li>
				))}
			</ol>
			<details className="mt-4">
				<summary className="cursor-pointer select-none text-[13px] text-muted">Preview text and seed</summary>
				<p className="mt-2 max-w-2xl whitespace-pre-wrap">{result.text}</p>
				<p className="mt-2 text-[13px] text-muted tabular">
					Seed {result.seed}. Use it with the same description to get the same previews.
				</p>
			</details>
		</section>
	);
}

const slowSeconds = 15;

/** Elapsed seconds, hidden from screen readers so they are not announced every second. */
function Elapsed() {
	const [seconds, setSeconds] = useState(0);
	useEffect(() => {
		const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
		return () => clearInterval(timer);
	}, []);
	return (
		<>
			{seconds < slowSeconds ? "" : "This can take a minute or more on a busy server. "}
			<span aria-hidden="true" className="tabular">
				{seconds} s
			</span>
		</>
	);
}

type PreviewCardProps = { preview: VoicePreview; number: number; description: string; kind: "designed" | "remixed" };

function PreviewCard({ preview, number, description, kind }: PreviewCardProps) {
	const [saving, setSaving] = useState(false);
	const [savedAs, setSavedAs] = useState<string>();
	const { measured } = preview;
	const title = `Voice ${number}`;
	const measurable = preview.traits.filter((trait) => trait.met !== null);
	const matched = measurable.filter((trait) => trait.met).length;
	return (
		<Card className="flex w-full flex-col gap-4 p-4">
			<div className="flex items-center gap-3.5">
				<ClipButton
					clip={{
						id: `design:${preview.generated_voice_id}`,
						title,
						description: description.slice(0, 80),
						url: designPreviewUrl(preview.generated_voice_id),
						voiceId: preview.generated_voice_id,
						language: preview.language,
					}}
				/>
				<div className="min-w-0 flex-1">
					<h3 className="font-medium">{title}</h3>
					<p className="text-[13px] text-muted">
						{preview.language ? languageName(preview.language) : "Voice"}
						{preview.is_mixed ? ", blend" : ", built-in voice"}
						{measurable.length > 0 ? `, ${matched} of ${measurable.length} traits matched` : ""}
					</p>
				</div>
			</div>
			<dl className="grid grid-cols-3 gap-2 rounded-control bg-sunken px-3 py-2 text-[13px] tabular">
				<Measure name="Pitch" value={`${Math.round(measured.pitch)} Hz`} />
				<Measure name="Pace" value={`${measured.pace.toFixed(1)} syl/s`} />
				<Measure name="Intonation" value={`${measured.liveliness.toFixed(1)} st`} />
			</dl>
			{preview.traits.length > 0 ? (
				<ul aria-label={`Traits of ${title}`} className="flex flex-1 flex-col gap-2">
					{preview.traits.map((trait) => (
						<Trait key={trait.trait} trait={trait} />
					))}
				</ul>
			) : (
				<p className="flex-1 text-[13px] text-muted">The description doesn't include any measurable traits.</p>
			)}
			{savedAs === undefined ? null : (
				<p className="-mb-2 flex gap-2 text-[13px]">
					<Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" /> Saved as {savedAs}
				</p>
			)}
			<Button onClick={() => setSaving(true)}>
				Save {title}
				{savedAs === undefined ? "" : " again"}
			</Button>
			{saving ? (
				<SaveVoiceDialog
					generatedVoiceId={preview.generated_voice_id}
					description={description}
					kind={kind}
					onSaved={setSavedAs}
					onClose={() => setSaving(false)}
				/>
			) : null}
		</Card>
	);
}

function Measure({ name, value }: { name: string; value: string }) {
	return (
		<div className="min-w-0">
			<dt className="text-muted text-xs">{name}</dt>
			<dd className="truncate" title={value}>
				{value}
			</dd>
		</div>
	);
}

const verdicts = {
	met: { icon: Check, tone: "text-positive", word: "matched" },
	missed: { icon: X, tone: "text-danger", word: "not matched" },
	unknown: { icon: Minus, tone: "text-muted", word: "not measurable" },
};

function Trait({ trait }: { trait: TraitResult }) {
	const { icon: Icon, tone, word } = verdicts[trait.met === null ? "unknown" : trait.met ? "met" : "missed"];
	return (
		<li className="flex gap-2 text-[13px]">
			<Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${tone}`} />
			<div className="min-w-0">
				<p>
					<span className="capitalize">{trait.trait}</span>:{" "}
					<span className={trait.trait === "accent" ? "capitalize" : undefined}>{trait.asked}</span>{" "}
					<Badge className="ml-1 align-middle">{word}</Badge>
				</p>
				<p className="text-muted">{trait.explanation}</p>
			</div>
		</li>
	);
}
