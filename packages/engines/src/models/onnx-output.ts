// Turns an internal tensor of an ONNX graph into an output. An ONNX file is one protobuf message, and concatenated
// protobuf messages merge, so appending a few bytes is enough.

const MODEL_GRAPH = 7;
const GRAPH_OUTPUT = 12;
const VALUE_NAME = 1;
const VALUE_TYPE = 2;
const TYPE_TENSOR = 1;
const ELEMENT_TYPE_FLOAT = Buffer.from([0x08, 0x01]);

function varint(value: number): Buffer {
	const bytes: number[] = [];
	let rest = value;
	while (rest > 127) {
		bytes.push((rest & 127) | 128);
		rest >>>= 7;
	}
	return Buffer.from([...bytes, rest]);
}

function field(number: number, content: Buffer): Buffer {
	return Buffer.concat([varint((number << 3) | 2), varint(content.length), content]);
}

/** The bytes to append to an ONNX file to make a float tensor an output of its graph. */
export function exposedOutput(tensor: string): Buffer {
	const type = field(VALUE_TYPE, field(TYPE_TENSOR, ELEMENT_TYPE_FLOAT));
	const value = Buffer.concat([field(VALUE_NAME, Buffer.from(tensor)), type]);
	return field(MODEL_GRAPH, field(GRAPH_OUTPUT, value));
}
