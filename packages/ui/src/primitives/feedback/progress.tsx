import { Progress as Primitive } from "radix-ui";
import { cn } from "../../cn.ts";

type ProgressProps = { label: string; value: number; max?: number; className?: string };

export function Progress({ label, value, max = 100, className }: ProgressProps) {
	const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
	return (
		<Primitive.Root
			aria-label={label}
			value={Math.min(value, max)}
			max={max > 0 ? max : 1}
			className={cn("h-1.5 w-full overflow-hidden rounded-full border border-line bg-sunken", className)}
		>
			<Primitive.Indicator
				className="h-full rounded-full bg-accent transition-[width]"
				style={{ width: `${part * 100}%` }}
			/>
		</Primitive.Root>
	);
}
