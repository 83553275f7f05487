import { PreviewProgress } from "../voices.list.public.tsx";
import { NoShippedVoices } from "./components/no-shipped-voices.tsx";
import { OwnVoices } from "./components/own-voices.tsx";
import { VoicesFrame } from "./components/voices-frame.tsx";

export const meta = () => [{ title: "Default voices - Timbre" }];

export default function DefaultVoicesPage() {
	return (
		<VoicesFrame title="Default voices" description="Shipped voices, available to everyone on this server.">
			<PreviewProgress />
			<OwnVoices type="default" empty={<NoShippedVoices />} />
		</VoicesFrame>
	);
}
