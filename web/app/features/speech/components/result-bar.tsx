import type { UnsupportedRule } from "@timbre/contract/speech/endpoints.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Spinner } from "@timbre/ui/primitives/feedback/spinner.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { PenLine, Play, RefreshCw, X } from "lucide-react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { ago, counted } from "../../../lib/text/format.ts";
import type { Progress as GenerationProgress } from "../speech.generation.queries.ts";
import { CheckStatus } from "./check-status.tsx";
import type { Result } from "./use-result.tsx";

const frame = "border-line border-t bg-sunken px-4 md:px-8 lg:px-12";

/** What is being generated, before and while its audio arrives. */
export function GenerationProgressBar({
	progress,
	characters,
}: {
	progress: GenerationProgress | null;
	characters: number;
}) {
	const part = progress && characters > 0 ? Math.min(1, progress.characters / characters) : 0;
	const percent = Math.round(part * 100);
	return (
		<section aria-label="Result" className={`${frame} flex flex-col gap-2 py-3`}>
			<p className="flex items-center gap-2 text-[13px] text-muted tabular">
				<Spinner />
				{progress === null ? "Generating, waiting for the first audio…" : null}
				{progress === null ? null : `Generating: ${percent}%, ${formatTime(progress.seconds)} of audio`}
			</p>
			<Progress label="Generated" value={percent} />
		</section>
	);
}

type ResultBarProps = {
	result: Result;
	rules: readonly UnsupportedRule[];
	/** Where the cursor is in the text. */
	caret: number;
	onUseText: (text: string) => void;
	onClose: () => void;
};

/** The last generation, in one line: its check, and what can be done with the sentence at the cursor. */
export function ResultBar({ result, rules, caret, onUseText, onClose }: ResultBarProps) {
	if (result.missing) return null;
	if (result.error) {
		return (
			<section aria-label="Result" className={`${frame} py-4`}>
				<p role="alert" className="text-[13px] text-danger">
					Couldn't load the last result: {messageOf(result.error)}
				</p>
			</section>
		);
	}
	const sentence = result.inEditor
		? result.sentences.find(({ start, end }) => caret >= start && caret <= end)
		: undefined;
	return (
		<section aria-label="Result" className={`${frame} py-2`}>
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				{result.loaded ? null : (
					<IconButton
						label="Play result"
						size="small"
						round
						variant="outline"
						disabled={!result.playable}
						onClick={() => void result.play(0)}
					>
						<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
					</IconButton>
				)}
				<p className="flex min-w-0 items-center gap-2">
					{result.voiceId ? <VoiceOrb voiceId={result.voiceId} size={16} /> : null}
					<span className="truncate font-medium">{result.voiceName ?? "…"}</span>
					{result.date ? <span className="shrink-0 text-[13px] text-muted">{ago(result.date)}</span> : null}
				</p>
				<CheckStatus takes={result.takes} busy={result.check.isPending} onCheck={() => result.check.mutate()} />
				<div className="ml-auto flex flex-wrap items-center gap-1">
					{sentence ? (
						<>
							<Button size="small" variant="quiet" onClick={() => void result.play(sentence.start_seconds)}>
								<Play aria-hidden="true" />
								Play from this sentence
							</Button>
							<Button
								size="small"
								variant="quiet"
								busy={result.retake.isPending}
								disabled={sentence.retake_credits === null}
								onClick={() => result.retake.mutate(sentence.index)}
							>
								<RefreshCw aria-hidden="true" />
								Regenerate this sentence: {retakePrice(sentence.retake_credits)}
							</Button>
						</>
					) : null}
					{result.text !== undefined && !result.inEditor ? (
						<Button size="small" variant="quiet" onClick={() => onUseText(result.text ?? "")}>
							<PenLine aria-hidden="true" />
							Show its text
						</Button>
					) : null}
					<IconButton label="Close result" size="small" onClick={onClose}>
						<X aria-hidden="true" />
					</IconButton>
				</div>
			</div>
			<UnsupportedRules rules={rules.length > 0 ? rules : (result.takes?.unhonoured_rules ?? [])} />
		</section>
	);
}

function retakePrice(credits: number | null): string {
	if (credits === null) return "voice unavailable";
	return credits === 0 ? "free" : counted(credits, "credit");
}

function UnsupportedRules({ rules }: { rules: readonly UnsupportedRule[] }) {
	if (rules.length === 0) return null;
	const shown = rules.slice(0, 3);
	return (
		<ul className="pt-1 text-[13px] text-warning">
			{shown.map((rule) => (
				<li key={`${rule.start}-${rule.text}`}>
					{rule.text.startsWith("[") ? "Left out" : "Couldn't apply the pronunciation of"} “{rule.text}”: {rule.reason}
				</li>
			))}
			{rules.length > shown.length ? <li>and {rules.length - shown.length} more</li> : null}
		</ul>
	);
}
