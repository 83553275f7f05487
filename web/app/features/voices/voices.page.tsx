import { NoShippedVoices } from "./components/no-shipped-voices.tsx";
import { OwnVoices } from "./components/own-voices.tsx";
import { PreviewProgress } from "./components/preview-progress.tsx";
import { VoicesFrame } from "./components/voices-frame.tsx";

export const meta = () => [{ title: "Voices - Timbre" }];

export default function VoicesPage() {
	return (
		<VoicesFrame
			title="Voices"
			description="Every voice you can speak with. Press a circle to hear one, a name to know more."
		>
			<PreviewProgress />
			<OwnVoices withCategory empty={<NoShippedVoices />} />
		</VoicesFrame>
	);
}
