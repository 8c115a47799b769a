"""Bot for Parlour in Python that plays random legal actions from the given seed. See docs/bot-protocol.md."""
import json
import random
import sys

legal = []
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "Any card (Python)"}
    elif said["type"] == "match":
        answer = {"type": "ready"}
    elif said["type"] == "go":
        legal = said["frame"]["legal"]
        random.Random(said["rngSeed"]).shuffle(legal)
        answer = {"type": "bestaction", "id": said["id"], "action": legal[0]}
    elif said["type"] == "refused":
        answer = {"type": "bestaction", "id": said["id"], "action": legal[-1]}
    elif said["type"] == "ping":
        answer = {"type": "pong"}
    elif said["type"] == "quit":
        break
    else:
        continue
    print(json.dumps(answer), flush=True)
