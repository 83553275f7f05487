import { useQuery } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { useSearchParams } from "react-router";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { Page } from "../../shell/page.tsx";
import { DesignForm } from "./components/design-form.tsx";
import { Loading } from "./components/loading.tsx";
import { RemixForm } from "./components/remix-form.tsx";
import { isPickable } from "./voices.choice.public.ts";
import { voicesQuery } from "./voices.public.tsx";

export const meta = () => [{ title: "Voice design - Timbre" }];

/** A person's own voice is not mixed any further, and of the shipped ones only some can be. */
function isMixable(voice: Voice): boolean {
	if (voice.category === "cloned" || voice.category === "professional") return false;
	return voice.origin !== "shipped" || voice.labels.tier === "quality" || voice.labels.tier === "fake";
}

/** `?voice=` comes from a voice's menu: that voice is to be changed. */
export default function DesignPage() {
	const [search, setSearch] = useSearchParams();
	const voiceId = search.get("voice");
	const choose = (tab: string) => setSearch(tab === "remix" ? { voice: voiceId ?? "" } : {}, { replace: true });
	return (
		<Page
			title="Voice design"
			description="Describe a voice. Three come back, mixed from this server's own and measured, each with what it could meet."
			className="max-w-4xl"
		>
			<Tabs value={voiceId === null ? "describe" : "remix"} onValueChange={choose}>
				<TabsList>
					<TabsTrigger value="describe">From a description</TabsTrigger>
					<TabsTrigger value="remix">Change a voice</TabsTrigger>
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
	if (voices.isError) return <LoadFailure title="The voices could not be loaded" query={voices} />;
	const pickable = voices.data.filter(isPickable);
	const mixable = pickable.filter(isMixable);
	// One that was asked for by name is shown even so: the server says why it cannot be changed.
	const source = pickable.find((voice) => voice.voice_id === voiceId) ?? mixable[0];
	if (!source) return <p className="text-muted">There is no voice to change yet.</p>;
	return <RemixForm voices={mixable} source={source} onChoose={(voice) => onChoose(voice.voice_id)} />;
}
