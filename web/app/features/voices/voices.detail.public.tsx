import { languageName } from "@timbre/contract/language.ts";
import { usePlayer } from "@timbre/ui/audio/player/use-player.ts";
import { DetailList, DetailSection } from "@timbre/ui/primitives/detail-list.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Copy, Pause, Play } from "lucide-react";
import { player } from "../../lib/audio/player.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";
import type { TermBadge } from "./voices.format.public.ts";
import { PreviewButton } from "./voices.preview.public.tsx";
import { isPreviewing, type PreviewableVoice, previewInLanguage, previewLanguages } from "./voices.public.ts";

/** The preview button, name and a short summary. */
export function DetailHead({ voice, summary }: { voice: PreviewableVoice; summary: string }) {
	return (
		<div className="flex items-center gap-4">
			<PreviewButton voice={voice} size={64} />
			<div className="min-w-0">
				<p className="break-words font-semibold text-lg leading-6">{voice.name}</p>
				<p className="text-muted first-letter:uppercase">{summary}</p>
			</div>
		</div>
	);
}

/** Custom terms of the voice, in full. */
export function DetailTerms({ badges }: { badges: readonly TermBadge[] }) {
	if (badges.length === 0) return null;
	return (
		<DetailSection title="Terms">
			<DetailList details={badges.map(({ label, detail }) => [label, detail] as const)} />
		</DetailSection>
	);
}

/** Previews by language; renders nothing if there is only one. */
export function DetailLanguages({ voice }: { voice: PreviewableVoice }) {
	const previews = previewLanguages(voice);
	const state = usePlayer(player);
	if (previews.length < 2) return null;
	return (
		<DetailSection title="Preview languages">
			<ul className="rounded-card border border-line bg-raised">
				{previews.map(({ language }) => {
					const playing = isPreviewing(voice.voice_id, state) && state.item?.player.language === language;
					const name = languageName(language);
					return (
						<li key={language} className="flex items-center gap-3 border-line px-3 py-1.5 [&+li]:border-t">
							<IconButton
								label={playing ? `Pause ${name}` : `Play in ${name}`}
								tooltip={false}
								size="small"
								round
								variant={playing ? "primary" : "outline"}
								onClick={() => previewInLanguage(voice, language)}
							>
								{playing ? (
									<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
								) : (
									<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
								)}
							</IconButton>
							{name}
						</li>
					);
				})}
			</ul>
		</DetailSection>
	);
}

export function DetailLoading() {
	return (
		<div aria-busy="true" className="flex flex-col gap-5 p-4">
			<p className="sr-only">Loading voice</p>
			<div className="flex items-center gap-4">
				<Skeleton className="size-16 rounded-full" />
				<div className="flex-1">
					<Skeleton className="h-5 w-32" />
					<Skeleton className="mt-2 h-4 w-48" />
				</div>
			</div>
			<Skeleton className="h-8 w-40" />
			<Skeleton className="h-40" />
		</div>
	);
}

export function copyVoiceId(voiceId: string): void {
	navigator.clipboard.writeText(voiceId).then(
		() => toaster.show({ tone: "positive", title: "Voice ID copied" }),
		(error: unknown) => showError("Couldn't copy the voice ID", error),
	);
}

/** The voice id, as used in API requests. */
export function CopyId({ voiceId }: { voiceId: string }) {
	return (
		<span className="flex min-w-0 items-center gap-1">
			<span className="min-w-0 truncate font-mono text-[13px]" title={voiceId}>
				{voiceId}
			</span>
			<IconButton label="Copy voice ID" size="small" className="-my-1.5" onClick={() => copyVoiceId(voiceId)}>
				<Copy aria-hidden="true" />
			</IconButton>
		</span>
	);
}
