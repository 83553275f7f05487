import { useQuery } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { useSearchParams } from "react-router";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { Loading } from "../../../shell/page/loading.tsx";
import { Page } from "../../../shell/page/page.tsx";
import { isSelectable } from "../../voices/voices.choice.public.ts";
import { voicesQuery } from "../../voices/voices.public.ts";
import { DesignForm } from "./components/design-form.tsx";
import { RemixForm } from "./components/remix-form.tsx";

export const meta = () => [{ title: "Voice design - Timbre" }];

/** Cloned voices can't be remixed, and only some of the shipped voices support blending. */
function isRemixable(voice: Voice): boolean {
	if (voice.category === "cloned" || voice.category === "professional") return false;
	return voice.origin !== "shipped" || voice.labels.tier === "quality" || voice.labels.tier === "fake";
}

/** `?voice=` selects the voice to remix; the voice menu links here with it. */
export default function DesignPage() {
	const [search, setSearch] = useSearchParams();
	const voiceId = search.get("voice");
	const choose = (tab: string) => setSearch(tab === "remix" ? { voice: voiceId ?? "" } : {}, { replace: true });
	return (
		<Page
			title="Voice design"
			description="Describe a voice and get three previews to choose from."
			className="max-w-4xl"
		>
			<Tabs value={voiceId === null ? "describe" : "remix"} onValueChange={choose}>
				<TabsList>
					<TabsTrigger value="describe">From a description</TabsTrigger>
					<TabsTrigger value="remix">Remix a voice</TabsTrigger>
				</TabsList>
				<TabsContent value="describe" className="pt-6">
					<DesignForm />
				</TabsContent>
				<TabsContent value="remix" className="pt-6">
					<Remix voiceId={voiceId ?? ""} onChoose={(voice) => setSearch({ voice }, { replace: true })} />
				</TabsContent>
			</Tabs>
		</Page>
	);
}

function Remix({ voiceId, onChoose }: { voiceId: string; onChoose: (voiceId: string) => void }) {
	const voices = useQuery(voicesQuery);
	if (voices.isPending) return <Loading what="voices" className="h-40" />;
	if (voices.isError) return <LoadFailure title="Couldn't load voices" query={voices} />;
	const pickable = voices.data.filter(isSelectable);
	const remixable = pickable.filter(isRemixable);
	// A voice requested by id is shown even if it can't be remixed: the server explains why.
	const source = pickable.find((voice) => voice.voice_id === voiceId) ?? remixable[0];
	if (!source) return <p className="text-muted">No voices to remix yet.</p>;
	return <RemixForm voices={remixable} source={source} onChoose={(voice) => onChoose(voice.voice_id)} />;
}
