import { useQuery } from "@tanstack/react-query";
import type { Model } from "@timbre/contract/models.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import type { ReactNode } from "react";
import { LoadFailure } from "../../../shell/load-failure.tsx";
import { modelsQuery } from "../../models/models.public.ts";
import { isPickable } from "../../voices/voices.choice.public.ts";
import { voicesQuery } from "../../voices/voices.public.tsx";

type SpeechToolProps = {
	title: string;
	icon: ReactNode;
	loading: ReactNode;
	children: (voices: Voice[], models: Model[]) => ReactNode;
};

/** The page of a tool that needs voices and models: what it shows before there are any, and when there are none. */
export function SpeechTool({ title, icon, loading, children }: SpeechToolProps) {
	const voices = useQuery(voicesQuery);
	const models = useQuery(modelsQuery);
	const failed = voices.isError ? voices : models.isError ? models : null;
	const usable = voices.data?.filter(isPickable);
	const content = () => {
		if (failed) {
			const what = voices.isError ? "The voices could not be loaded" : "The models could not be loaded";
			return <LoadFailure title={what} query={failed} />;
		}
		if (!usable || !models.data) return loading;
		if (usable.length > 0) return children(usable, models.data);
		return (
			<EmptyState icon={icon} title="No voices yet">
				Voices come with a speech model. Run <code className="font-mono text-[13px]">npm run models</code> on the server
				to fetch one.
			</EmptyState>
		);
	};
	return (
		<div className="flex h-full flex-col">
			<h1 className="flex h-14 shrink-0 items-center border-line border-b px-4 font-semibold text-[15px] max-md:sr-only md:px-8 lg:px-12">
				{title}
			</h1>
			{content()}
		</div>
	);
}
