import { useQuery } from "@tanstack/react-query";
import type { Model } from "@timbre/contract/models/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import type { ReactNode } from "react";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { modelsQuery } from "../../models/models.public.ts";
import { isSelectable } from "../../voices/voices.choice.public.ts";
import { voicesQuery } from "../../voices/voices.public.ts";

type SpeechToolProps = {
	title: string;
	icon: ReactNode;
	loading: ReactNode;
	children: (voices: Voice[], models: Model[]) => ReactNode;
};

/** Page frame of a tool that needs voices and models, with its loading, error and empty states. */
export function SpeechTool({ title, icon, loading, children }: SpeechToolProps) {
	const voices = useQuery(voicesQuery);
	const models = useQuery(modelsQuery);
	const failedQuery = voices.isError ? voices : models.isError ? models : null;
	const usable = voices.data?.filter(isSelectable);
	const content = () => {
		if (failedQuery) {
			const message = voices.isError ? "Couldn't load voices" : "Couldn't load models";
			return <LoadFailure title={message} query={failedQuery} />;
		}
		if (!usable || !models.data) return loading;
		if (usable.length > 0) return children(usable, models.data);
		return (
			<EmptyState icon={icon} title="No voices yet">
				Voices come with speech models. Run <code className="font-mono text-[13px]">npm run models</code> on the server
				to download one.
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
