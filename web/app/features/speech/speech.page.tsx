import { useQuery } from "@tanstack/react-query";
import type { Model } from "@timbre/contract/models.ts";
import type { Voice } from "@timbre/contract/voices.ts";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { AudioLines } from "lucide-react";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { modelsQuery } from "../models/models.public.ts";
import { isPickable } from "../voices/voices.picker.public.tsx";
import { voicesQuery } from "../voices/voices.public.tsx";
import { Workbench } from "./components/workbench.tsx";

export const meta = () => [{ title: "Text to speech - Timbre" }];

export default function SpeechPage() {
	const voices = useQuery(voicesQuery);
	const models = useQuery(modelsQuery);
	const failed = voices.isError ? voices : models.isError ? models : null;
	const usable = voices.data?.filter(isPickable);
	return (
		<div className="flex h-full flex-col">
			<h1 className="flex h-14 shrink-0 items-center border-line border-b px-4 font-semibold text-[15px] max-md:sr-only md:px-8 lg:px-12">
				Text to speech
			</h1>
			{failed ? (
				<LoadFailure
					title={voices.isError ? "The voices could not be loaded" : "The models could not be loaded"}
					query={failed}
				/>
			) : (
				<Content voices={usable} models={models.data} />
			)}
		</div>
	);
}

function Content({ voices, models }: { voices: Voice[] | undefined; models: Model[] | undefined }) {
	if (!voices || !models) return <Loading />;
	if (voices.length === 0) {
		return (
			<EmptyState icon={<AudioLines aria-hidden="true" />} title="No voices yet">
				Voices come with a speech model. Run <code className="font-mono text-[13px]">npm run models</code> on the server
				to fetch one.
			</EmptyState>
		);
	}
	return <Workbench voices={voices} allModels={models} />;
}

function Loading() {
	return (
		<div aria-busy="true" className="flex min-h-0 flex-1">
			<p className="sr-only">Loading voices</p>
			<div className="flex flex-1 flex-col gap-3 px-4 py-7 md:px-8 lg:px-12">
				<Skeleton className="h-5 w-2/3" />
				<Skeleton className="h-5 w-1/2" />
			</div>
			<div className="flex w-84 flex-col gap-6 border-line border-l p-5 max-lg:hidden">
				<Skeleton className="h-8" />
				<Skeleton className="h-14" />
				<Skeleton className="h-14" />
				<Skeleton className="h-20" />
				<Skeleton className="h-10" />
			</div>
		</div>
	);
}
