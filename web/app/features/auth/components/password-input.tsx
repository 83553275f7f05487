import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";

export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
	const [shown, setShown] = useState(false);
	return (
		<div className="relative">
			<Input type={shown ? "text" : "password"} className="pr-10" {...props} />
			<IconButton
				label={shown ? "Hide password" : "Show password"}
				tooltip={false}
				size="small"
				aria-pressed={shown}
				className="absolute top-0.5 right-0.5"
				onClick={() => setShown(!shown)}
			>
				{shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
			</IconButton>
		</div>
	);
}
