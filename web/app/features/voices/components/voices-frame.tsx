import type { ReactNode } from "react";
import { Page } from "../../../shell/page.tsx";
import { NewVoice } from "./new-voice.tsx";
import { PlaceTabs } from "./place-tabs.tsx";

const places = [
	{ to: "/app/voice-lab", label: "Mine" },
	{ to: "/app/voice-lab/collections", label: "Collections" },
	{ to: "/app/workspace-voices", label: "Workspace" },
	{ to: "/app/default-voices", label: "Default" },
	{ to: "/app/voices", label: "All" },
];

/** The pages of the voices one can speak with. */
export function VoicesFrame(props: { title: string; description: string; children: ReactNode }) {
	return (
		<Page title={props.title} description={props.description} actions={<NewVoice />}>
			<PlaceTabs label="Voices" places={places} />
			{props.children}
		</Page>
	);
}
