import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { MessagesSquare } from "lucide-react";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { modelsQuery } from "../models/models.public.ts";
import { isPickable } from "../voices/voices.picker.public.tsx";
import { voicesQuery } from "../voices/voices.public.tsx";
import { DialogueWorkbench } from "./components/dialogue-workbench.tsx";

export const meta = () => [{ title: "Dialogue - Timbre" }];

export default function DialoguePage() {
	const voices = useQuery(voicesQuery);
	const models = useQuery(modelsQuery);
	const failed = voices.isError ? voices : models.isError ? models : null;
	const usable = voices.data?.filter(isPickable);
	return (
		<div className="flex h-full flex-col">
			<h1 className="flex h-14 shrink-0 items-center border-line border-b px-4 font-semibold text-[15px] max-md:sr-only md:px-8 lg:px-12">
				Text to dialogue
			</h1>
			{failed ? (
				<LoadFailure
					title={voices.isError ? "The voices could not be loaded" : "The models could not be loaded"}
					query={failed}
				/>
			) : null}
			{!failed && (!usable || !models.data) ? <Loading /> : null}
			{usable?.length === 0 ? (
				<EmptyState icon={<MessagesSquare aria-hidden="true" />} title="No voices yet">
					A dialogue needs voices. Run <code className="font-mono text-[13px]">npm run models</code> on the server to
					fetch some.
				</EmptyState>
			) : null}
			{usable && usable.length > 0 && models.data ? <DialogueWorkbench voices={usable} models={models.data} /> : null}
		</div>
	);
}

function Loading() {
	return (
		<div aria-busy="true" className="flex flex-col gap-3 px-4 py-5 md:px-8 lg:px-12">
			<p className="sr-only">Loading voices</p>
			<Skeleton className="h-24 max-w-3xl rounded-card" />
			<Skeleton className="h-24 max-w-3xl rounded-card" />
		</div>
	);
}
