import type { ReactNode } from "react";
import { Page } from "../../../shell/page.tsx";
import { PlaceTabs } from "./place-tabs.tsx";

const places = [
	{ to: "/app/voice-library", label: "All voices" },
	{ to: "/app/voice-library/collections", label: "Collections" },
];

export function LibraryFrame(props: { title: string; description: string; children: ReactNode }) {
	return (
		<Page title={props.title} description={props.description} className="max-w-6xl">
			<PlaceTabs label="Library" places={places} />
			{props.children}
		</Page>
	);
}
