import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { History, MicVocal } from "lucide-react";
import { Link } from "react-router";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { isSelectable } from "../voices/voices.choice.public.ts";
import { voicesQuery } from "../voices/voices.public.ts";
import { Changer } from "./components/changer.tsx";
import { conversionModelsQuery } from "./voice-changer.queries.ts";

export const meta = () => [{ title: "Voice changer - Timbre" }];

export default function VoiceChangerPage() {
	return (
		<div className="flex h-full flex-col">
			<div className="flex h-14 shrink-0 items-center justify-between gap-3 border-line border-b px-4 md:px-8 lg:px-12">
				<h1 className="font-semibold text-[15px]">Voice changer</h1>
				<Link
					to="/app/speech-synthesis/speech-to-speech/history"
					className="flex items-center gap-1.5 text-[13px] text-muted hover:text-ink"
				>
					<History aria-hidden="true" className="size-4" />
					History
				</Link>
			</div>
			<Content />
		</div>
	);
}

function Content() {
	const voices = useQuery(voicesQuery);
	const models = useQuery(conversionModelsQuery);
	if (voices.isError) return <LoadFailure title="Couldn't load voices" query={voices} />;
	if (models.isError) return <LoadFailure title="Couldn't load models" query={models} />;
	if (!voices.data || !models.data) return <Loading />;
	const usable = voices.data.filter(isSelectable);
	if (usable.length > 0) return <Changer voices={usable} models={models.data} />;
	return (
		<EmptyState icon={<MicVocal aria-hidden="true" />} title="No voices yet">
			Voices come with speech models. Run <code className="font-mono text-[13px]">npm run models</code> on the server to
			download one.
		</EmptyState>
	);
}

function Loading() {
	return (
		<div aria-busy="true" className="flex flex-col gap-3 px-4 py-5 md:px-8 lg:px-12">
			<p className="sr-only">Loading voices</p>
			<Skeleton className="h-40 max-w-3xl rounded-card" />
			<Skeleton className="h-24 max-w-3xl rounded-card" />
		</div>
	);
}
