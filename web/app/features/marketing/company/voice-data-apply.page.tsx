import { Hero, Section } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";
import { SiteForm } from "./components/site-form.tsx";

export const meta = () =>
	siteMeta({
		title: "Offer recordings",
		description:
			"Tell the operator of this Timbre server about recordings with clear rights that could be used to train a voice.",
		path: "/voice-data-partnerships/apply",
	});

export default function VoiceDataApplyPage() {
	return (
		<>
			<Hero
				eyebrow="Voice data"
				title="Offer recordings"
				lead="Describe the recordings. Do not send audio yet; you will agree on how to transfer it later."
			/>
			<Section
				id="apply"
				title="Your recordings"
				lead="The operator of this server reads every offer and replies by email."
			>
				<SiteForm
					form="voice-data-partnerships"
					label="Recording offer"
					submit="Send offer"
					received="Your offer is on its way to the operator of this server. You'll get a reply by email."
				/>
			</Section>
		</>
	);
}
