import { useQuery } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { UsersRound } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { isApiError } from "../../lib/api-error.ts";
import { counted } from "../../lib/format.ts";
import { speechPath } from "../../lib/redirect.ts";
import { Page } from "../../shell/page.tsx";
import { PreviewButton } from "./components/preview-button.tsx";
import { PreviewProgress } from "./components/preview-progress.tsx";
import { VoiceFilter, type VoiceFilterValue } from "./components/voice-filter.tsx";
import { voiceFits, voicesQuery, voiceTraits } from "./voices.public.tsx";
import { previewProgressQuery } from "./voices.queries.ts";

export const meta = () => [{ title: "Voices - Timbre" }];

export default function VoicesPage() {
	const { data: progress } = useQuery(previewProgressQuery);
	// Previews appear one by one while they are rendered, so the list is read again as long as that goes on.
	const voices = useQuery({ ...voicesQuery, refetchInterval: progress?.running ? 10_000 : false });
	return (
		<Page title="Voices" description="The voices this server speaks with. Press one to hear it.">
			<PreviewProgress />
			{voices.isPending ? <Loading /> : null}
			{voices.isError ? (
				<ErrorState
					title="The voices could not be loaded"
					message={voices.error.message}
					requestId={isApiError(voices.error) ? voices.error.requestId : undefined}
					busy={voices.isFetching}
					onRetry={() => void voices.refetch()}
				/>
			) : null}
			{voices.data ? <VoiceGrid voices={voices.data} /> : null}
		</Page>
	);
}

function VoiceGrid({ voices }: { voices: Voice[] }) {
	const [filter, setFilter] = useState<VoiceFilterValue>({ search: "", language: "" });
	if (voices.length === 0) {
		return (
			<EmptyState icon={<UsersRound aria-hidden="true" />} title="No voices yet">
				Voices come with a speech model. Run <code className="font-mono text-[13px]">npm run models</code> on the server
				to fetch one.
			</EmptyState>
		);
	}
	const fitting = voices.filter((voice) => voiceFits(voice, filter.search, filter.language));
	return (
		<>
			<VoiceFilter voices={voices} value={filter} onChange={setFilter} />
			<p role="status" className="mt-4 mb-2 text-[13px] text-muted tabular">
				{counted(fitting.length, "voice")}
			</p>
			{fitting.length === 0 ? (
				<EmptyState
					title="No voice fits"
					action={<Button onClick={() => setFilter({ search: "", language: "" })}>Show all voices</Button>}
				>
					Try fewer words or another language.
				</EmptyState>
			) : (
				<ul className="grid gap-x-8 lg:grid-cols-2">
					{fitting.map((voice) => (
						<VoiceRow key={voice.voice_id} voice={voice} />
					))}
				</ul>
			)}
		</>
	);
}

function VoiceRow({ voice }: { voice: Voice }) {
	return (
		<li className="flex items-center gap-4 border-line border-b py-3">
			<PreviewButton voice={voice} size={44} />
			<div className="min-w-0 flex-1">
				<h2 className="truncate font-medium" title={voice.name}>
					{voice.name}
				</h2>
				<p className="truncate text-[13px] text-muted">{voiceTraits(voice)}</p>
			</div>
			<Button asChild size="small">
				<Link to={`${speechPath}?voice=${voice.voice_id}`} aria-label={`Use ${voice.name} for speech`}>
					Use
				</Link>
			</Button>
		</li>
	);
}

function Loading() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading voices</p>
			<Skeleton className="h-9" />
			<div className="mt-10 grid gap-x-8 lg:grid-cols-2">
				{Array.from({ length: 8 }, (_, i) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
					<div key={i} className="flex items-center gap-4 border-line border-b py-3">
						<Skeleton className="size-11 rounded-full" />
						<div className="flex-1">
							<Skeleton className="h-4 w-24" />
							<Skeleton className="mt-2 h-3 w-48" />
						</div>
					</div>
				))}
			</div>
		</div>
	);
}
