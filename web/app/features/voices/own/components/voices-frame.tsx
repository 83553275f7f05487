import type { ReactNode } from "react";
import { Page } from "../../../../shell/page/page.tsx";
import { PageTabs } from "../../../../shell/page/page-tabs.tsx";
import { NewVoice } from "./new-voice.tsx";

const pages = [
	{ to: "/app/voice-lab", label: "Mine" },
	{ to: "/app/voice-lab/collections", label: "Collections" },
	{ to: "/app/workspace-voices", label: "Workspace" },
	{ to: "/app/default-voices", label: "Default" },
	{ to: "/app/voices", label: "All" },
];

/** Frame of the pages that list usable voices. */
export function VoicesFrame(props: { title: string; description: string; children: ReactNode }) {
	return (
		<Page title={props.title} description={props.description} actions={<NewVoice />}>
			<PageTabs label="Voices" pages={pages} />
			{props.children}
		</Page>
	);
}
