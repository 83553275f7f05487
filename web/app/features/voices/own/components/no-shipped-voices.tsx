import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { UsersRound } from "lucide-react";

export function NoShippedVoices() {
	return (
		<EmptyState icon={<UsersRound aria-hidden="true" />} title="No voices yet">
			Voices come with speech models. Run <code className="font-mono text-[13px]">npm run models</code> on the server to
			install one.
		</EmptyState>
	);
}
