import { useQuery } from "@tanstack/react-query";
import { languageName } from "@timbre/contract/language.ts";
import type { TraitResult, VoicePreview, VoicePreviews } from "@timbre/contract/voice-making/design.ts";
import type { DesignJob } from "@timbre/contract/voice-making/design-jobs.ts";
import { usePlayer, usePlayerTime } from "@timbre/ui/audio/player/use-player.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { Check, Minus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { player } from "../../../../lib/audio/player.ts";
import { ClipButton } from "../../components/clip-button.tsx";
import { designPreviewUrl } from "../../voice-making.queries.ts";
import { previewPeaksQuery } from "../design.queries.ts";
import { formatProgress, isUnfinished } from "../model/design-job.ts";
import { SaveVoiceDialog } from "./save-voice-dialog.tsx";

type Kind = "designed" | "remixed";
type DesignResultProps = {
	job: DesignJob | undefined;
	kind: Kind;
	canceling: boolean;
	onCancel: (jobId: string) => void;
};

/** Progress of a design job, then three previews to play and choose from. */
export function DesignResult({ job, kind, canceling, onCancel }: DesignResultProps) {
	// Only a job that was seen running is new; one from an earlier visit must not take the focus.
	const [watched, setWatched] = useState<string>();
	if (job && isUnfinished(job) && watched !== job.job_id) setWatched(job.job_id);
	if (!job || job.state === "cancelled") return null;
	if (job.state === "failed")
		return (
			<div className="mt-10">
				<FormError>{job.error ?? "The previews couldn't be generated."}</FormError>
			</div>
		);
	if (!job.result)
		return (
			<section aria-busy="true" aria-label="Voices" className="mt-10 flex flex-col gap-2.5">
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<p role="status">{formatProgress(job)}</p>
					<Button size="small" busy={canceling} onClick={() => onCancel(job.job_id)}>
						Cancel
					</Button>
				</div>
				<Progress label="Design progress" value={job.previews_done} max={job.previews_total} />
				<p className="text-[13px] text-muted">You can leave this page. The previews will be here when you return.</p>
			</section>
		);
	return (
		<Previews
			key={job.job_id}
			result={job.result}
			description={job.voice_description}
			kind={kind}
			isNew={watched === job.job_id}
		/>
	);
}

type PreviewsProps = { result: VoicePreviews; description: string; kind: Kind; isNew: boolean };

function Previews({ result, description, kind, isNew }: PreviewsProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	// The result is below the fold on a phone: focus it so it scrolls into view and screen readers continue there.
	useEffect(() => {
		if (isNew) heading.current?.focus();
	}, [isNew]);
	return (
		<section aria-label="Voices" className="mt-10">
			<h2 ref={heading} tabIndex={-1} className="font-semibold text-[15px] outline-none">
				Previews
			</h2>
			<p className="mt-0.5 mb-4 max-w-2xl text-muted">
				{isNew ? "" : `For “${description}”. `}Previews expire in 24 hours.
			</p>
			<ol className="flex flex-col gap-4">
				{result.previews.map((preview, i) => (
					<li key={preview.generated_voice_id}>
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

type PreviewCardProps = { preview: VoicePreview; number: number; description: string; kind: Kind };

function PreviewCard({ preview, number, description, kind }: PreviewCardProps) {
	const [saving, setSaving] = useState(false);
	const [savedAs, setSavedAs] = useState<string>();
	const title = `Voice ${number}`;
	const clip = {
		id: `design:${preview.generated_voice_id}`,
		title,
		description: description.slice(0, 80),
		url: designPreviewUrl(preview.generated_voice_id),
		voiceId: preview.generated_voice_id,
		language: preview.language,
	};
	return (
		<Card className="flex flex-col gap-3 p-4">
			<div className="flex flex-wrap items-center gap-x-4 gap-y-3">
				<ClipButton clip={clip} />
				<div className="min-w-0 flex-1 basis-40">
					<div className="flex items-baseline justify-between gap-3">
						<h3 className="font-medium">{title}</h3>
						<span className="text-[13px] text-muted tabular">{formatTime(preview.duration_secs)}</span>
					</div>
					<PreviewWave preview={preview} itemId={clip.id} />
				</div>
				<Button onClick={() => setSaving(true)} className="max-sm:w-full">
					Save {title}
					{savedAs === undefined ? "" : " again"}
				</Button>
			</div>
			{savedAs === undefined ? null : (
				<p className="flex gap-2 text-[13px]">
					<Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" /> Saved as {savedAs}
				</p>
			)}
			<Details preview={preview} title={title} />
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

/** The waveform, with the position while the preview is in the player. */
function PreviewWave({ preview, itemId }: { preview: VoicePreview; itemId: string }) {
	const { data: peaks = [] } = useQuery(previewPeaksQuery(preview.generated_voice_id));
	const { item } = usePlayer(player);
	const time = usePlayerTime(player);
	return (
		<Waveform
			peaks={peaks}
			position={item?.id === itemId ? time : 0}
			duration={preview.duration_secs}
			colors={voiceColors(preview.generated_voice_id)}
		/>
	);
}

/** What was measured, for those who want to know. */
function Details({ preview, title }: { preview: VoicePreview; title: string }) {
	const { measured, traits } = preview;
	return (
		<details>
			<summary className="cursor-pointer select-none text-[13px] text-muted">Details</summary>
			<p className="mt-2 text-[13px] text-muted tabular">
				{preview.language ? languageName(preview.language) : "Voice"}
				{preview.is_mixed ? ", blend" : ", shipped voice"}. Pitch {Math.round(measured.pitch)} Hz, pace{" "}
				{measured.pace.toFixed(1)} syllables/s, intonation {measured.liveliness.toFixed(1)} semitones.
			</p>
			{traits.length > 0 ? (
				<ul aria-label={`Traits of ${title}`} className="mt-2 flex flex-col gap-1.5">
					{traits.map((trait) => (
						<Trait key={trait.trait} trait={trait} />
					))}
				</ul>
			) : null}
		</details>
	);
}

function Trait({ trait }: { trait: TraitResult }) {
	const matched = trait.met === true;
	const Icon = matched ? Check : Minus;
	const word = matched ? "matched" : trait.met === null ? "not measured" : "not reached";
	return (
		<li className="flex gap-2 text-[13px]">
			<Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${matched ? "text-positive" : "text-muted"}`} />
			<p className="min-w-0">
				<span className="capitalize">{trait.trait}</span>: {trait.asked}, {word}.{" "}
				<span className="text-muted">{trait.explanation}</span>
			</p>
		</li>
	);
}
