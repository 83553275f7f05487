import { usePlayer } from "@timbre/ui/audio/use-player.ts";
import { Facts, FactsPart } from "@timbre/ui/primitives/facts.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Pause, Play } from "lucide-react";
import { languageName } from "../../../lib/format.ts";
import { player } from "../../../lib/player.ts";
import { isPreviewing, type Previewed, previewIn, previewLanguages } from "../voices.public.tsx";
import { PreviewButton } from "./preview-button.tsx";
import type { TermBadge } from "./voice-terms.ts";

/** Who it is, and the one thing everybody wants first: to hear it. */
export function DetailHead({ voice, below }: { voice: Previewed; below: string }) {
	return (
		<div className="flex items-center gap-4">
			<PreviewButton voice={voice} size={64} />
			<div className="min-w-0">
				<p className="break-words font-semibold text-lg leading-6">{voice.name}</p>
				<p className="text-muted first-letter:uppercase">{below}</p>
			</div>
		</div>
	);
}

/** What is special about using it, said in full. */
export function DetailTerms({ badges }: { badges: readonly TermBadge[] }) {
	if (badges.length === 0) return null;
	return (
		<FactsPart title="Terms">
			<Facts facts={badges.map(({ label, detail }) => [label, detail] as const)} />
		</FactsPart>
	);
}

/** Each language it has a preview in, to hear; nothing where there is but one. */
export function DetailLanguages({ voice }: { voice: Previewed }) {
	const previews = previewLanguages(voice);
	const state = usePlayer(player);
	if (previews.length < 2) return null;
	return (
		<FactsPart title="Hear it in">
			<ul className="rounded-card border border-line bg-raised">
				{previews.map(({ language }) => {
					const sounding = isPreviewing(voice.voice_id, state) && state.item?.player.language === language;
					const name = languageName(language);
					return (
						<li key={language} className="flex items-center gap-3 border-line px-3 py-1.5 [&+li]:border-t">
							<IconButton
								label={sounding ? `Pause ${name}` : `Play in ${name}`}
								tooltip={false}
								size="small"
								round
								variant={sounding ? "primary" : "outline"}
								onClick={() => previewIn(voice, language)}
							>
								{sounding ? (
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
		</FactsPart>
	);
}

export function DetailLoading() {
	return (
		<div aria-busy="true" className="flex flex-col gap-5 p-4">
			<p className="sr-only">Loading the voice</p>
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
