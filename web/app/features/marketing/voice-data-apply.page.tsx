import { Hero, Section } from "./components/blocks.tsx";
import { SiteForm } from "./forms/site-form.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "Offer recordings",
		description:
			"Tell the operator of this installation about recordings with clear rights that could become a voice for a language.",
		path: "/voice-data-partnerships/apply",
	});

export default function VoiceDataApplyPage() {
	return (
		<>
			<Hero
				eyebrow="Voice data"
				title="Offer recordings"
				lead="Describe what there is. Send no sound yet: how it is handed over is agreed afterwards."
			/>
			<Section
				id="apply"
				title="The recordings"
				lead="The operator of this server reads the offer and answers by e-mail."
			>
				<SiteForm
					form="voice-data-partnerships"
					label="Offer of recordings"
					submit="Send offer"
					received="Your offer is on its way to the operator of this server. The answer comes by e-mail."
				/>
			</Section>
		</>
	);
}
